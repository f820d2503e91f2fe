import type { ReactNode } from 'react'
import { css } from '#css/css'
import { showCustomValue } from '#lib/custom-values.ts'
import type { CustomValue } from '../entities.ts'
import { useFields, type Scope } from './use-fields.ts'

/** A record's custom values as facts of its page; empty for whom they are left out. */
export function useCustomFacts(
  scope: Scope,
  values: readonly CustomValue[] | undefined,
): { label: string; value: ReactNode }[] {
  const { fields, options } = useFields(scope)
  if (!values) return []
  return fields.flatMap(({ id, name, type, active }) => {
    const held = values.find((one) => one.custom_field_id === id)?.value
    const words = showCustomValue(type, held, options)
    if (!active && !words) return []
    const link = type === 'link' && /^https?:\/\//i.test(words)
    const value = link ? (
      <a
        href={words}
        target="_blank"
        rel="noreferrer"
        className={css({ color: 'primary', _hover: { textDecoration: 'underline' } })}
      >
        {words}
      </a>
    ) : (
      words
    )
    return [{ label: name, value }]
  })
}
