import { RuleCreator } from '@typescript-eslint/utils/eslint-utils';

/** What the documentation of a rule says about it beside its description. */
export interface RuleDocs {
  /** Configs that switch the rule on. */
  readonly recommended?: boolean;
  readonly strict?: boolean;
}

export const REPOSITORY = 'https://github.com/mcp-reply/eslint-plugin-mcp-reply';

export const createRule = RuleCreator<RuleDocs>((name) => `${REPOSITORY}/blob/main/docs/rules/${name}.md`);
