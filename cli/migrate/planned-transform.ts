/** What `migrate` hands the transform by way of the runner's options. */
export interface PlannedOptions {
  /** The text of each file after the migration, by absolute path. */
  readonly planned: ReadonlyMap<string, string>;
  /** Where the texts that the transform gives back go: the runner is dry and hands none out. */
  readonly collected: Map<string, string>;
}

/**
 * The transform that jscodeshift's runner calls for `migrate`, which plans whole projects. It imports nothing: the runner
 * loads it with `require`, and under Yarn's Plug'n'Play Node does not find what a required module imports.
 */
export default function planned(file: { readonly path: string }, _api: unknown, options: PlannedOptions) {
  const text = options.planned.get(file.path);
  if (text !== undefined) options.collected.set(file.path, text);
  return text;
}
