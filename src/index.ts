/**
 * mcpolicy as a library: declare or read a policy, fingerprint it, and render it for a client, exact or refused.
 * Results are values (`Outcome`); nothing here exits, prints, or reads files.
 */
export { admit, compile, compilePolicy as readPolicy, renderPolicy as render } from './compile.js';
export { allCodes, exitCode, factsOf, isNote, type CodeFacts, type Diagnostic, type DiagnosticCode, type Place, type Subject } from './diagnostics.js';
export type { Capabilities, Cell, CellName, Driver, DriverFacts, Entry, Evidence, ExactDriver, Grade, NativeValue, Part, RefusingDriver } from './driver.js';
export { driverIds, loadAllDrivers, loadDriver } from './drivers/registry.js';
export { http, policyOf, stdio, withToolApproval, type CommonFields, type HttpFields, type ServerDeclaration, type StdioFields } from './library/declare.js';
export { planLaunch, type LaunchFacts, type LaunchOptions, type LaunchPlan, type LayerFacts, type PlannedFile, type PlannedLaunch, type PlannedWord } from './launch/plan.js';
export {
  approvalModes,
  approvalRequired,
  type ApprovalMode,
  type NormalizedPolicy,
  type ServerPolicy,
  type SourceText,
  type SpecFormat,
  type TargetSpec,
  type ToolPolicy,
  type Transport,
} from './model.js';
export type { Outcome } from './outcome.js';
export type { RenderedPart, RenderOptions } from './render/render.js';
export { fingerprint, fingerprintScopes, type FingerprintScope } from './spec/fingerprint.js';
