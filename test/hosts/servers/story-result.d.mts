export declare const CARD_RULE: string;
export declare const MESSAGES: readonly {
  readonly id: string;
  readonly where: string;
  readonly author: string;
  readonly text: string;
  readonly url: string;
}[];
export declare const TEXT: string;
