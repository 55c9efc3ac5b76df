import { createHash } from 'node:crypto';
import { short, stringify } from './json.js';
import { indexTools, sameServer, splitToolName } from './names.js';
import { LIMITS } from './run.js';
import type { Call, Counts, Ending, Found, ListedServer, OfferedTool, Result, Run, Shown } from './run.js';

/** What a result's own text says about a refusal, before names are resolved. */
export type Refusal =
  /** `said` starts with the name that the host did not know. */
  | { readonly kind: 'no-such-tool'; readonly said: string }
  | { readonly kind: 'server-missing'; readonly why: string }
  | { readonly kind: 'other'; readonly why: string };

export interface ReadCall {
  /** Joins calls and results; null if the event has no id. */
  readonly key: string | null;
  readonly name: string;
  /** Given where the host's event holds the server apart; else it is read from the name. */
  readonly server?: string;
  readonly input: unknown;
  readonly agent: string | null;
  /** True for an event that speaks again of a call (its end, after its start). */
  readonly again?: boolean;
}

export interface ReadResult {
  readonly key: string;
  readonly shown: Shown;
  readonly why: string | null;
  readonly blocks: Readonly<Record<string, number>>;
  readonly isError: boolean;
  readonly bytes: number;
  readonly note: boolean;
  readonly start: string;
  readonly carries: readonly Found[];
  readonly dropped: readonly Found[];
  readonly agent: string | null;
  readonly refusal: Refusal | null;
}

interface PendingResult {
  readonly key: string;
  readonly refusal: Refusal | null;
  readonly result: Result;
}

interface PendingCall {
  readonly key: string | null;
  readonly call: Call;
  readonly givenServer: boolean;
}

/**
 * Gathers what the readers of the hosts find. Calls and results are joined at the end, since a result can come before
 * its call and the list of tools after both.
 */
export class RunBuilder {
  readonly counts: Counts = {
    lines: 0,
    events: 0,
    unknownEvents: 0,
    noise: 0,
    damaged: 0,
    oversized: 0,
    invalidUtf8: 0,
    duplicateCalls: 0,
    duplicateResults: 0,
    orphanResults: 0,
  };
  host: Run['host'] = 'unknown';
  readonly #phrases: readonly string[];
  readonly #calls: PendingCall[] = [];
  readonly #callsByKey = new Map<string, Call[]>();
  readonly #prints = new Set<string>();
  readonly #results: PendingResult[] = [];
  readonly #denied = new Map<string, string>();
  #tools: Set<string> | null = null;
  #servers: Map<string, string> | null = null;
  #ended: { ok: true } | { ok: false; why: string } | null = null;
  #inputBytes = 0;
  #found = 0;
  #tooLarge = false;

  constructor(phrases: readonly string[]) {
    this.#phrases = phrases;
  }

  offer(tools: readonly string[]): void {
    this.#tools ??= new Set();
    for (const tool of tools) if (this.#tools.size < LIMITS.calls) this.#tools.add(tool);
  }

  list(servers: readonly ListedServer[]): void {
    this.#servers ??= new Map();
    for (const { name, status } of servers) if (this.#servers.size < LIMITS.servers) this.#servers.set(name, status);
  }

  call(read: ReadCall): void {
    const earlier = read.key === null ? [] : (this.#callsByKey.get(read.key) ?? []);
    if (read.again && earlier.length > 0) return;
    // A resumed or replayed session says its calls again. The same id with other arguments is another call.
    const print = fingerprint(read);
    if (read.key !== null && this.#prints.has(print)) {
      this.counts.duplicateCalls++;
      return;
    }
    if (this.#calls.length >= LIMITS.calls) {
      this.#tooLarge = true;
      return;
    }
    const kept = this.#keepInput(read.input);
    const call: Call = {
      id: read.key,
      name: read.name,
      server: read.server ?? null,
      tool: read.name,
      ...kept,
      outcome: 'no-result',
      why: null,
      meant: [],
      result: null,
      agent: read.agent,
    };
    if (read.key !== null) {
      this.#prints.add(print);
      if (earlier.push(call) === 1) this.#callsByKey.set(read.key, earlier);
    }
    this.#calls.push({ key: read.key, call, givenServer: read.server !== undefined });
  }

  result({ key, refusal, ...rest }: ReadResult): void {
    this.#found += rest.carries.length + rest.dropped.length;
    if (this.#results.length >= LIMITS.calls || this.#found > LIMITS.found) {
      this.#tooLarge = true;
      return;
    }
    this.#results.push({ key, refusal, result: { id: key, server: null, tool: null, ...rest } });
  }

  /** The host says afterwards that it did not run the call. */
  deny(key: string, why: string): void {
    if (this.#denied.size < LIMITS.calls) this.#denied.set(key, why);
  }

  /** The main agent goes on: whatever was said to be the end before was the end of a sub-agent or of a turn. */
  goOn(): void {
    this.#ended = null;
  }

  end(ended: { ok: true } | { ok: false; why: string }): void {
    this.#ended = ended;
  }

  finish(): Run {
    const refusals = this.#join();
    const tools = this.#tools === null ? null : this.#offered([...this.#tools]);
    this.#judge(refusals, tools);
    return {
      host: this.host,
      calls: this.#calls.map(({ call }) => call),
      results: this.#results.map(({ result }) => result),
      tools,
      servers: this.#servers === null ? null : [...this.#servers].map(([name, status]) => ({ name, status })),
      ending: this.#ending(),
      counts: this.counts,
      phrases: this.#phrases,
    };
  }

  /**
   * Gives every call its result and counts what is left over. Among calls with the same id the order decides, but a
   * refusal goes to the call that it names.
   */
  #join(): Map<Call, Refusal> {
    const refusals = new Map<Call, Refusal>();
    const kept: PendingResult[] = [];
    const seen = new Set<string>();
    for (const pending of this.#results) {
      const calls = this.#callsByKey.get(pending.key);
      const open = calls?.filter((one) => one.result === null) ?? [];
      const said = pending.refusal?.kind === 'no-such-tool' ? pending.refusal.said : null;
      const call = open.find(({ name }) => said?.startsWith(name)) ?? open[0];
      const { shown, isError, bytes, start } = pending.result;
      const print = JSON.stringify([pending.key, shown, isError, bytes, start]);
      if ((calls && !call) || seen.has(print)) {
        this.counts.duplicateResults++;
        continue;
      }
      seen.add(print);
      kept.push(pending);
      if (!call) {
        this.counts.orphanResults++;
        continue;
      }
      call.result = pending.result;
      const denied = this.#denied.get(pending.key);
      const refusal = pending.refusal ?? (denied === undefined ? null : { kind: 'other' as const, why: denied });
      if (refusal) refusals.set(call, refusal);
    }
    this.#results.length = 0;
    this.#results.push(...kept);
    return refusals;
  }

  #knownServers(): string[] {
    return [...(this.#servers?.keys() ?? [])];
  }

  #offered(names: readonly string[]): OfferedTool[] {
    const servers = this.#knownServers();
    return names.map((name) => ({ name, ...splitToolName(name, servers) }));
  }

  /** Outcomes, servers and tools, now that everything is known. */
  #judge(refusals: ReadonlyMap<Call, Refusal>, tools: readonly OfferedTool[] | null): void {
    const servers = this.#knownServers();
    for (const { call, givenServer } of this.#calls) {
      if (!givenServer) Object.assign(call, splitToolName(call.name, servers));
    }
    // Not every host lists all its tools at the start; a call that was run proves that its tool was there.
    const ran = this.#calls.filter(({ call }) => call.result && !refusals.has(call)).map(({ call }) => call.name);
    const offered = [...(tools ?? []), ...this.#offered([...new Set(ran)])];
    const names = new Set(offered.map((tool) => tool.name));
    const meantBy = indexTools(offered);
    for (const { call, givenServer } of this.#calls) {
      const refusal = refusals.get(call);
      if (call.result && !refusal) {
        call.outcome = 'accepted';
      } else {
        if (!givenServer && !names.has(call.name)) call.meant = meantBy(call.name);
        if (!refusal) call.why = 'The stream holds no result for this call.';
        else if (refusal.kind === 'no-such-tool') this.#judgeNoSuchTool(call, tools !== null, names);
        else {
          call.outcome = refusal.kind === 'server-missing' ? 'server-missing' : 'refused-other';
          call.why = refusal.why;
        }
      }
      if (call.result) {
        call.result.tool = call.tool;
        call.result.server = call.outcome === 'accepted' ? call.server : null;
      }
    }
  }

  #judgeNoSuchTool(call: Call, toolsKnown: boolean, names: ReadonlySet<string>): void {
    const { server } = call;
    if (server === null) {
      if (call.meant.length > 0 || !toolsKnown) {
        call.outcome = 'refused-bare-name';
        call.why = "The name lacks the server's prefix, so the host refused the call.";
      } else {
        call.outcome = 'refused-other';
        call.why = 'No tool of this run has this name.';
      }
      return;
    }
    const listed = [...(this.#servers ?? [])].find(([name]) => sameServer(name, server));
    if (this.#servers === null) {
      call.outcome = 'server-missing';
      call.why = `The host knew no such tool; the stream does not list servers, so whether ${server} was there is unknown.`;
    } else if (!listed) {
      const all = this.#knownServers().join(', ');
      call.outcome = 'server-missing';
      call.why = `Server ${server} is not among the run's servers (${all === '' ? 'none' : all}).`;
    } else if (listed[1] !== 'connected') {
      call.outcome = 'server-missing';
      call.why = `Server ${server} was not connected when the run started: ${listed[1]}.`;
    } else {
      call.outcome = 'refused-other';
      if (names.has(call.name))
        call.why = `The host refused it although it lists the tool and server ${server} is connected.`;
      else if (call.meant.length > 0) call.why = 'The name is spelled differently.';
      else call.why = `Server ${server} is connected but the run offers no tool ${call.tool} of it.`;
    }
  }

  #ending(): Ending {
    const { counts } = this;
    const unread = counts.damaged + counts.oversized;
    if (this.host === 'unknown') return incomplete('no-events', 'it holds no event of a host that is known here');
    if (this.#tooLarge) {
      return incomplete('too-large', `it holds more than ${LIMITS.calls} calls or ${LIMITS.found} found phrases`);
    }
    if (this.#ended === null) return incomplete('no-final-event', "the run's final event is missing");
    if (!this.#ended.ok) return incomplete('ended-in-error', `the run ended in an error: ${this.#ended.why}`);
    if (unread > 0) {
      return incomplete(
        'damaged',
        `${unread} ${unread === 1 ? 'line' : 'lines'} could not be read, so a call may be missing`,
      );
    }
    return { kind: 'complete' };
  }

  #keepInput(input: unknown): Pick<Call, 'input' | 'inputBytes' | 'inputCut'> {
    const json = stringify(input);
    if (json === null) return { input: '', inputBytes: 0, inputCut: true };
    const inputBytes = Buffer.byteLength(json);
    const keep = inputBytes <= LIMITS.inputBytes && this.#inputBytes + inputBytes <= LIMITS.allInputBytes;
    if (!keep) return { input: short(json), inputBytes, inputCut: true };
    this.#inputBytes += inputBytes;
    return { input, inputBytes, inputCut: false };
  }
}

function incomplete(reason: Extract<Ending, { kind: 'incomplete' }>['reason'], message: string): Ending {
  return { kind: 'incomplete', reason, message };
}

function fingerprint({ key, name, input }: ReadCall): string {
  return createHash('sha1')
    .update(JSON.stringify([key, name]))
    .update(stringify(input) ?? '')
    .digest('base64');
}
