import type { View } from './view.js';

/** What words of a text are for. */
export type WordKind = 'instruction' | 'status' | 'summary';

/** Constants that hold words for the model, by the field's habits. */
const RULE_NAME =
  /(?:^|_|[a-z])(?:RULES?|HINTS?|NOTES?|INSTRUCTIONS?|GUIDE|GUIDANCE|WARNINGS?|TIPS?|DISCLAIMER|REMINDER|CAVEATS?|PROMPT|POLICY|NEXT_?STEPS?)(?:_|$|[A-Z0-9])|(?:Rule|Hint|Note|Instruction|Guidance|Warning|Tip|Disclaimer|Reminder|Caveat|NextStep)s?$|^(?:rule|hint|note|instruction|guidance|warning|tip|disclaimer|reminder|caveat|nextStep)s?$/;

export function isRuleName(name: string): boolean {
  return RULE_NAME.test(name);
}

const MODAL =
  /\b(?:must(?: not)?|never|always|do not|don't|please|make sure|ensure|be sure|remember to|you (?:should|can|may|need|have to|must|will need)|should(?: not|n't)?|needs? to be|avoid|only (?:use|call|if|when)|instead of|rather than|before (?:you|calling|using|editing|retrying)|retry|try again)\b/i;
const LABEL =
  /(?:^|\n|[.!?:]\s|[*#_]\s?)[^\S\n]*(?:\*\*|#{1,6}[^\S\n]*|\W{0,3})?(?:note|tip|hint|warning|important|caution|reminder|attention|next(?: steps?)?|recommend(?:ed|ation)s?(?: actions?)?|(?:possible |suggested )*next steps?|suggestions?|instructions?|action required)\b\s*:?/i;
const IMPERATIVE =
  /(?:^|[.!?:;,—–]\s+|[-*•]\s+|\d[.)]\s+|\(|\b(?:and|then|or|first|next|instead|to)\s+)(?:use|call|invoke|try|run|wait|ask|tell|provide|specify|pass|visit|verify|refine|narrow|loosen|consider|follow|refer|continue|proceed|treat|contact|re-?run|repeat|cite|include|exclude|add|omit|increase|decrease|reduce|adjust|switch|choose|pick|select|check|review|inspect|confirm|see|set|open|install|configure|restart|reconnect|respond|answer|quote|summari[sz]e|describe|explain|present|display|render|share|create|keep|stop|start|fix|remove|delete|update|upgrade|poll|fetch|query|search|look|go to|log ?in|sign in|read|enable|disable|re-?authenticate|re-?connect|double-check)\s+(?!\uE000|\uE001)(?:`|"|'|the|a|an|this|that|these|those|it|its|to|for|with|again|at|on|in|by|if|your|their|them|any|all|each|one|another|fewer|more|as|only|from|into|up|back|[a-z]+[_-][a-z_-]+|\w+\()/i;
/** At the start of a sentence these are hardly ever anything but an order. */
const ORDER =
  /^\W*(?:\d+[.)]\s*)?(?:Use|Call|Try|Wait|Ask|Provide|Specify|Pass|Refer|Check|Review|Consider|Verify|Visit|Select|Choose|Enter|Follow|Ensure|Avoid|Contact|Retry|Proceed|Continue|Treat|Remember|Do|Don't|Never|Always|Keep|Tell|Invoke)\s+\S/;
const CALL_TOOL =
  /\b(?:use|call|invoke|run|try)\s+(?:the\s+)?[`"'\uE000\uE001]?[\w\uE000\uE001.-]*[_-][\w-]*|\b(?:use|call|invoke|try)\s+[`"']|\btools?\s+to\b|`[\w-]+`\s+(?:to|with|for|tool)\b/i;
const FUTURE =
  /\b(?:may take|will (?:be|reconnect|retry|expire|start|not)|takes? (?:a while|some time|effect)|remains? (?:available|in)|can be (?:used|loaded|called|passed|found|retrieved|viewed)|is being|in progress|not yet|until then|as soon as|on next use|automatically)\b/i;

const NOTHING =
  /^\W*(?:no|nothing|none)\b|\b(?:no|zero)\s+(?:\w+\s+){0,4}(?:found|matches|match|results?|available|yet|exist|returned|configured|changes)\b|\b(?:nothing|not) (?:found|to (?:show|do|clear|report|return))\b|\b(?:is|are|was|were) empty\b|\bfound no(?:thing)?\b/i;
const FAILURE =
  /\b(?:could(?: not|n't)|(?:does|do|did)(?: not|n't) (?:exist|match|have|contain)|cannot|can't|unable to|fail(?:ed|ure|s)?|errors?|invalid|denied|forbidden|unauthori[sz]ed|rejected|refused|timed? out|missing|unknown|not (?:supported|allowed|permitted|recogni[sz]ed|valid|connected|configured|authenticated|ready|available|modified|installed)|unsupported|unavailable|expired|already exists?|aborted|cancel+ed|declined)\b/i;
const SUCCESS =
  /\b(?:success(?:ful(?:ly)?)?|succeeded|done|ok(?:ay)?|complete[d]?|finished|created|deleted|removed|updated|saved|stored|sent|added|set|started|stopped|restarted|opened|closed|moved|renamed|copied|uploaded|downloaded|inserted|replaced|cleared|reset|enabled|disabled|connected|disconnected|installed|registered|scheduled|published|submitted|applied|rendered|displayed|displaying|shown|showing|loaded|ready|initiated|deployed|launched|granted|paused|resumed|archived|restored|assigned|accepted|queued|triggered|executed|written)\b/i;

/** Keys that say how a call went. */
const STATUS_KEY =
  /^(?:success|succeeded|ok|status|state|outcome|message|error|errors|errorMessage|reason|warning|warnings|exitCode|valid|exists|found|done|completed?|ready|changed|\w+(?:ed|Status|State|Message))$|^(?:is|has|was|did)[A-Z]/;
const REASON_KEY =
  /^(?:error|errors|errorMessage|message|reason|reasons|details?|warning|warnings|explanation|hint|note|notes|summary|description|status|statusMessage|issues?|problem|diagnostics?|failures?|failed)$/i;

/**
 * What a sentence of a text is for, where the view does not hold its words. Null: the view says it in its own way
 * (an empty list beside "nothing found", `success: true` beside "done"), or there are no words in it.
 */
export function kindOfSentence(sentence: string, view: View): WordKind | null {
  const words = sentence.replace(/[\uE000\uE001]/g, ' ').match(/\p{L}{2,}/gu) ?? [];
  if (words.length === 0) return null;
  if (
    words.length >= 2 &&
    ((LABEL.test(sentence) && words.length >= 4) ||
      MODAL.test(sentence) ||
      IMPERATIVE.test(sentence) ||
      ORDER.test(sentence) ||
      CALL_TOOL.test(sentence) ||
      (FUTURE.test(sentence) && words.length >= 4))
  ) {
    return 'instruction';
  }
  const restated = sentence.includes('\uE000');
  const nothing = /^\W*(?:no|nothing|none)\b/i.test(sentence);
  if (nothing) return saysNothing(view) ? 'summary' : 'status';
  if (FAILURE.test(sentence) && words.length >= 2)
    return view.fields.some(
      (f) =>
        (REASON_KEY.test(f.key) && f.literal === undefined) ||
        (typeof f.literal === 'string' && REASON_KEY.test(f.key)),
    )
      ? 'summary'
      : restated && words.length < 4
        ? 'summary'
        : 'status';
  if (NOTHING.test(sentence)) return saysNothing(view) ? 'summary' : 'status';
  if (SUCCESS.test(sentence)) return restated || view.fields.some((f) => STATUS_KEY.test(f.key)) ? 'summary' : 'status';
  return words.length >= 2 || restated ? 'summary' : null;
}

function saysNothing(view: View): boolean {
  return view.fields.some(
    (f) =>
      f.literal === '[]' ||
      f.literal === 0 ||
      f.literal === false ||
      f.literal === null ||
      f.literal === '{}' ||
      (typeof f.literal === 'string' && STATUS_KEY.test(f.key)),
  );
}

/** The sentences and lines of a text, each with its place in it. */
export function sentencesOf(text: string): { text: string; at: number }[] {
  const out: { text: string; at: number }[] = [];
  const end = /[.!?](?=\s)|\n/g;
  let from = 0;
  const add = (to: number): void => {
    if (text.slice(from, to).trim()) out.push({ text: text.slice(from, to), at: from });
    from = to;
  };
  for (let match = end.exec(text); match; match = end.exec(text)) add(match.index + 1);
  add(text.length);
  return out;
}
