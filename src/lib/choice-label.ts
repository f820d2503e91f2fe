/** A choice in words: `project_manager` is "Project manager". Empty for no value. */
export const choiceLabel = (value: string | null | undefined): string =>
  value ? value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ') : ''

/** Choices as options of a select. */
export const choiceOptions = <V extends string>(values: readonly V[]): { value: V; label: string }[] =>
  values.map((value) => ({ value, label: choiceLabel(value) }))
