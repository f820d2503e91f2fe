import type { Option } from '#ui/listbox/listbox.ts'

const humanize = (value: string) => value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')

/** The label of a role or licence: `project_manager` becomes "Project manager". Empty for no value. */
export const labelFor = (value: string | null | undefined): string => (value ? humanize(value) : '')
export const optionsOf = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: humanize(value) }))
