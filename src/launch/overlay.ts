import type { Overlay, ProjectedDocuments } from '../driver.js';
import type { NormalizedPolicy } from '../model.js';
import { valueOf } from '../render/value-of.js';
import type { Launchable } from './launchable.js';

/** What carries the policy in one call: the projection of the driver, put where the client takes it. */
export function overlayOf({ driver, launcher }: Launchable, policy: NormalizedPolicy): Overlay {
  const entries = policy.servers.flatMap((server) => driver.project(server));
  const parts = [...new Set(entries.map(({ part }) => part))];
  const documents: ProjectedDocuments = Object.fromEntries(parts.map((part) => [part, valueOf(entries.filter((entry) => entry.part === part))]));
  return launcher.overlay(documents, policy);
}
