import type { Layers } from './driver-layers.js';
import type { Launcher } from './driver-launch.js';
import type { ApprovalMode, NormalizedPolicy, ServerPolicy } from './model.js';

export type { LayerContext, LayerFile, LayerFolder, LayerPlace, LayerRemark, Layers, MergedLayers } from './driver-layers.js';
export type { ArgumentFinding, ClientOption, ClientWord, Interpretation, Launcher, Minimum, Overlay, OverlayWord, PrivateFile, ProjectedDocuments, SessionSetting } from './driver-launch.js';

/**
 * The contract between the compiler and one agent client ("driver"). A driver lives in `src/drivers/<id>/`, imports this
 * file and the model only, and is added to the product by one line in `src/drivers/registry.ts`.
 */

/** What a policy can ask of a client. A driver answers for every one of them. */
export const cellNames = [
  'approve',
  'prompt',
  'disable',
  'enableOnly',
  'serverDefaultPrompt',
  'serverDefaultApprove',
  'stdio',
  'streamableHttp',
  'sse',
  'envReference',
  'required',
  'disableServer',
  'oauth',
] as const;
export type CellName = (typeof cellNames)[number];

/** How we know: seen on the real client, or read in its source. A manual alone makes no cell exact. */
export type Grade = 'run' | 'source';

/** `exact`: this means that and nothing else. `none`: the client cannot say it. There is no third answer. */
export type Cell =
  | { readonly verdict: 'exact'; readonly grade: Grade; readonly native: string; readonly condition?: string }
  | { readonly verdict: 'none'; readonly why: string; readonly nearest?: string };

export type Capabilities = Readonly<Record<CellName, Cell>>;

/** Where a client fact comes from. `docs` and `report` explain refusals; they never support an exact cell. */
export interface Evidence {
  /** Client and version, for example `@openai/codex 0.171.0`. */
  readonly client: string;
  readonly grade: Grade | 'docs' | 'report';
  /** ISO date of the check. */
  readonly date: string;
  /** Upstream place, as `repo@tag:path`, or what was run. */
  readonly source: string;
}

/** What every driver tells about itself, refusing ones included. */
export interface DriverFacts {
  readonly id: string;
  readonly title: string;
  /** The client's own page about the primitive. */
  readonly docs: string;
  readonly evidence: readonly Evidence[];
  /** First client version that honours the rendered primitive. */
  readonly since?: string;
}

/** A client without a trustworthy per-tool primitive: every use is refused with `reason`. */
export interface RefusingDriver extends DriverFacts {
  readonly verdict: 'refused';
  /** One sentence that a user can act on. */
  readonly reason: string;
  /** The nearest thing the client has, in its own words. */
  readonly nearest: string;
  /** What evidence would lift the refusal. */
  readonly change: string;
}

/** A file, or a part of one, that a driver renders. */
export interface Part {
  readonly id: string;
  readonly title: string;
  /** `args`: command-line arguments, one a line, for clients that keep no approvals in a file. */
  readonly format: 'toml' | 'json' | 'args';
  /** The key of `[targets.<driver>]` that names this part's file. Absent: the part lives in no file. */
  readonly target?: 'file' | 'serversFile';
  /** Where a project keeps it, relative to the project's root. */
  readonly projectFile?: string;
  /** Keys at the root of the file that this part is read for: they tell it from another part of the same format. */
  readonly roots?: readonly string[];
}

/** A value of the client's config. Objects may have any own key, `__proto__` included: build them with `Object.create(null)`. */
export type NativeValue = string | number | boolean | readonly NativeValue[] | { readonly [key: string]: NativeValue };

/** One statement of the client's config: `path` has `value` (`set`), or the list at `path` holds `value` (`include`). */
export interface Entry {
  readonly part: string;
  readonly op: 'set' | 'include';
  readonly path: readonly string[];
  readonly value: NativeValue;
  /** The tool whose approval this entry is; absent for entries of the server itself. */
  readonly tool?: string;
  /** The value is a list whose order means nothing: a file may hold it in any order. */
  readonly isUnordered?: true;
  /** Where the table around the entry is there and the entry is not, the client reads this value: nothing is missing. */
  readonly isImplied?: true;
  /** The value of an environment variable or header: in no fingerprint, and masked in every diff. */
  readonly withheld?: true;
}

/** Why a policy cannot be said exactly: becomes a diagnostic with driver, server and tool. */
export interface Refusal {
  readonly code: 'MCP301' | 'MCP302' | 'MCP303' | 'MCP304' | 'MCP305' | 'MCP306';
  readonly server: string;
  readonly tool?: string;
  readonly why: string;
  readonly fix?: string;
}

/** Something true that the user should know and that changes no verdict. */
export interface DriverNote {
  readonly code: 'MCP320' | 'MCP321' | 'MCP322';
  readonly server: string;
  readonly tool?: string;
  readonly text: string;
  /** What can be done about it on this client, where the general advice does not fit. */
  readonly fix?: string;
}

/** The native key of a pair, or why no key names exactly this pair. */
export type Nameable = { readonly ok: true; readonly key: readonly string[] } | { readonly ok: false; readonly why: string; readonly fix?: string };

/** One file of a client as it is: parsed by `format` of its part, nothing interpreted. */
export interface NativeDocument {
  readonly part: string;
  readonly value: unknown;
}

/** An approval that a native file holds, whoever wrote it. */
export interface ObservedApproval {
  readonly part: string;
  readonly server: string;
  readonly tool: string;
  /** Absent: the client's own word has no equal among our modes. */
  readonly approvalMode?: ApprovalMode;
  /** The tool is forbidden: in a spec, it is in `disabledTools`. */
  readonly isDenied?: true;
  /** Another entry of these files about the same tool decides, so this one has no effect as long as that one stands. */
  readonly isShadowed?: true;
  /** The entry, for positions. */
  readonly path: readonly string[];
  /** What goes when the approval is withdrawn: the entry, or the table around it that would be left empty. */
  readonly removal: readonly string[];
  /** In a list at `path`: the element. */
  readonly element?: NativeValue;
}

/** A server that a native file declares. */
export interface ObservedServer {
  readonly part: string;
  readonly name: string;
  readonly path: readonly string[];
  /** The server in the words of a spec, approvals left out, as far as a spec can say it exactly. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Why `fields` leaves the transport out although there is one. */
  readonly unsaid?: string;
  /** Texts that the client takes literally: the core looks for secrets in them. */
  readonly literals: readonly Literal[];
}

/** A literal text of a server: `name` is its environment variable, header or option, where it has one. */
export interface Literal {
  readonly path: readonly string[];
  readonly kind: 'named' | 'argument' | 'url' | 'text';
  readonly name?: string;
  readonly text: string;
}

/** Something in a native file that the user must know: a widener, a key without effect, a secret, a foreign mode. */
export interface Remark {
  readonly code: RemarkCode;
  readonly part: string;
  readonly path: readonly string[];
  /** In a list at `path`: the element. */
  readonly element?: NativeValue;
  readonly server?: string;
  readonly tool?: string;
  readonly message: string;
  readonly fix?: string;
  /** The client does not start with such a file, or drops it as a whole, so nothing else in it can be relied on. */
  readonly isFatal?: true;
  /** A rule wider than one tool that only holds them up. Absent: what it covers may run unasked. */
  readonly narrows?: true;
}
export type RemarkCode = 'MCP405' | 'MCP406' | 'MCP407' | 'MCP408' | 'MCP409' | 'MCP410' | 'MCP411' | 'MCP412' | 'MCP413' | 'MCP414' | 'MCP415' | 'MCP416' | 'MCP417';

/** What a client does when the model calls a tool, as far as its files tell. `unknown` is never a yes. */
export type Happens = 'runs unasked' | 'asks' | 'cannot be called' | 'client decides' | 'unknown';

/** An answer, and the entry that it rests on: absent where nothing in the files speaks of the tool. */
export interface Decision {
  readonly happens: Happens;
  readonly why: string;
  readonly decidedBy?: Pick<Remark, 'part' | 'path' | 'element'>;
}

/** What the native files of one client say. */
export interface Observed {
  readonly servers: readonly ObservedServer[];
  readonly approvals: readonly ObservedApproval[];
  readonly remarks: readonly Remark[];
}

/** A client that can say at least one mode exactly. */
export interface ExactDriver extends DriverFacts {
  readonly verdict: 'exact';
  /** Raised whenever equal policies would be rendered differently. Part of the `runtime` fingerprint. */
  readonly contractVersion: number;
  readonly capabilities: Capabilities;
  readonly parts: readonly Part[];
  /** The client does not start on an approval whose server has no transport, so a policy-only server cannot be rendered alone. */
  readonly requiresTransport: boolean;
  /**
   * The native key that means this (server, tool) and no other pair that could exist under the client's own rules on
   * sanitising, length and globs. `tool` is absent when only the server is named. `all` holds every server of the run.
   */
  nameable(server: string, tool: string | undefined, all: NormalizedPolicy): Nameable;
  /**
   * The name under which the client knows a tool, after its own sanitising and cutting, for any names at all. Two tools with
   * one such name cannot be kept apart, whatever a rule says. Absent: the client keeps raw names.
   */
  offeredAs?(server: string, tool: string): string;
  /** Everything else about this server that the client cannot say exactly (references, fields, conditions). */
  refusals(server: ServerPolicy, all: NormalizedPolicy): readonly Refusal[];
  notes(server: ServerPolicy, all: NormalizedPolicy): readonly DriverNote[];
  /** The entries of one server, in a fixed order. Runs behind the gate only, so every name and value is representable. */
  project(server: ServerPolicy): readonly Entry[];
  /** What files of this client say: servers, approvals, and everything that widens or voids them. Pure and total. */
  read?(documents: readonly NativeDocument[]): Observed;
  /**
   * Which entry of the files wins for a tool, by the client's own precedence. `undefined`: none of them speaks of the tool.
   * Absent: the client has the order that all others share (`src/explain/outcome.ts`). Pure and total.
   */
  decide?(documents: readonly NativeDocument[], server: string, tool: string): Decision | undefined;
  /** Keys below a server's path that together say how it is reached. A declared transport owns all of them. */
  readonly transportKeys?: readonly string[];
  /** Those among them that name the program or address itself. */
  readonly endpointKeys?: readonly string[];
  /** The files that this client merges. Absent: they were not examined, so only single files can be judged. */
  readonly layers?: Layers;
  /** How a policy is given to one run. Absent: this client takes policies from files only. */
  readonly launch?: Launcher;
}

export type Driver = ExactDriver | RefusingDriver;
