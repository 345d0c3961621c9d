import type { LayerContext, LayerFolder, LayerPlace } from '../../driver.js';

type Base = Pick<LayerPlace, 'kind' | 'folder'> & Partial<LayerPlace>;

/**
 * Every file that Codex looks for (openai/codex:codex-rs/config/src/loader/mod.rs, hooks beside each config by `hooks/list`
 * of 0.171.0). The legacy managed file beats even `-c`; nearer project folders beat farther ones.
 */
export function places(context: LayerContext): readonly LayerPlace[] {
  const user = userFolder(context);
  const system = systemFolder(context);
  const profile: readonly LayerPlace[] = context.profile === undefined ? [] : [{ ...config({ kind: 'profile', ...user }, `${context.profile}.config.toml`), isNamed: true }];
  return [
    config({ kind: 'managed', ...(context.platform === 'win32' ? user : system) }, 'managed_config.toml'),
    ...context.folders.flatMap((folder) => projectPlaces(folder, context)),
    ...profile,
    config({ kind: 'user', ...user }),
    hooks({ kind: 'user', ...user }),
    config({ kind: 'system', ...system }),
    hooks({ kind: 'system', ...system }),
    { kind: 'managed', part: 'requirements', format: 'toml', folder: system.folder, file: [...system.file, 'requirements.toml'] },
  ];
}

type Folder = Required<Pick<LayerPlace, 'folder' | 'file'>>;

function userFolder({ env, home }: LayerContext): Folder {
  const chosen = env['CODEX_HOME'];
  return chosen === undefined || chosen === '' ? { folder: home, file: ['.codex'] } : { folder: chosen, file: [] };
}

function systemFolder({ env, platform }: LayerContext): Folder {
  return platform === 'win32' ? { folder: env['ProgramData'] ?? 'C:\\ProgramData', file: ['OpenAI', 'Codex'] } : { folder: '/etc/codex', file: [] };
}

/** The override file is read by releases behind 0.171 only. */
function projectPlaces(folder: LayerFolder, { mainCheckout }: LayerContext): readonly LayerPlace[] {
  const base: Base = { kind: 'project', folder: folder.path, file: ['.codex'], project: folder };
  const override: LayerPlace = { ...config(base, 'config.override.toml'), part: 'override' };
  if (mainCheckout === undefined) return [override, config(base), hooks(base)];
  const main: Base = { ...base, folder: mainCheckout.path, file: [...folder.below, '.codex'] };
  return [override, config(base), { ...config(main), part: 'hooks' }, hooks(main)];
}

function config({ file = [], ...base }: Base, name = 'config.toml'): LayerPlace {
  return { ...base, part: 'config', format: 'toml', file: [...file, name] };
}

function hooks({ file = [], ...base }: Base): LayerPlace {
  return { ...base, part: 'hooks', format: 'json', file: [...file, 'hooks.json'] };
}
