import type { Option } from '#ui/listbox/listbox.ts'

const words = (value: string) => value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')

/** A role or licence as people say it: `project_manager` is "Project manager". */
export const spoken = (value: string | null | undefined): string => (value ? words(value) : '')
export const optionsOf = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: words(value) }))
