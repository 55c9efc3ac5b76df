// Views as servers write them; type-checked, never run.

export interface Message {
  id: string;
  author: string;
  text: string;
  url?: string;
}

export interface Inbox {
  readonly open: readonly Message[];
  total: number;
  next?: string;
}

export type Person = { name: string; roles: string[]; manager?: Person };

export type Either = { kind: 'one'; message: Message } | { kind: 'none'; reason: string };

export class Report {
  constructor(
    readonly title: string,
    private readonly lines: string[],
  ) {}

  get length(): number {
    return this.lines.length;
  }
}

export interface OwnNote {
  note?: string;
  items: number[];
}

export enum Level {
  Low = 'low',
  High = 'high',
}

export declare const message: Message;
export declare const inbox: Inbox;
export declare const person: Person;
export declare const either: Either;
export declare const ownNote: OwnNote;
export declare const open: Record<string, unknown>;
export declare const byName: Record<string, Message>;
export declare const partial: Partial<Message>;
export declare const frozen: Readonly<Inbox>;
export declare const both: Inbox & { level: Level };
export declare const maybe: Message | Inbox;
