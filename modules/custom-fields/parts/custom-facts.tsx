import type { ReactNode } from 'react'
import { css } from '#css/css'
import { showCustomValue } from '#lib/custom-values.ts'
import type { CustomValue } from '../entities.ts'
import { useFields, type Scope } from './use-fields.ts'

/** A record's custom values as items for `Facts`. Empty for users who may not read them. */
export function useCustomFacts(
  scope: Scope,
  values: readonly CustomValue[] | undefined,
): { label: string; value: ReactNode }[] {
  const { fields, options } = useFields(scope)
  if (!values) return []
  return fields.flatMap(({ id, name, type, active }) => {
    const stored = values.find((one) => one.custom_field_id === id)?.value
    const text = showCustomValue(type, stored, options)
    if (!active && !text) return []
    const link = type === 'link' && /^https?:\/\//i.test(text)
    const value = link ? (
      <a
        href={text}
        target="_blank"
        rel="noreferrer"
        className={css({ color: 'primary', _hover: { textDecoration: 'underline' } })}
      >
        {text}
      </a>
    ) : (
      text
    )
    return [{ label: name, value }]
  })
}
