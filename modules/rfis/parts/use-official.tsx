import { useMemo } from 'react'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { useTells } from '#blocks/offered/offered.tsx'
import { useRecords } from '#blocks/query/use-records.ts'
import type { Asking } from '#blocks/workflow/use-steps.tsx'
import { isTemporary } from '#core/entity/temporary-id.ts'
import { Select } from '#ui/select/select.tsx'
import { messages } from '../../messages/entities.ts'
import { useMessages } from '../../messages/index.ts'
import type { Rfi } from '../entities.ts'

/**
 * Asks which reply is the official answer, with the assignee's last one proposed; nothing where there is no reply to choose, or
 * the answer is official already. @useSignals
 */
export function useOfficial({ id, assigned_id }: Rfi): Asking | undefined {
  const thread = useRecords(useMessages({ type: 'rfis', id }).items)
  const isTold = useTells()(messages, 'official_at')
  const replies = thread.filter((message) => !isTemporary(message.id))
  const proposed = replies.findLast(({ user_id }) => user_id === assigned_id)?.id ?? null
  const options = replies.map((message) => ({
    value: message.id,
    label: `${message.user_name}: ${messages.display.title(message)}`,
  }))
  const isOpen = isTold && options.length > 0 && thread.every(({ official_at }) => official_at === null)
  const known = JSON.stringify(options)
  return useMemo(
    () => (isOpen ? { initial: { official_id: proposed }, inputs: { official_id: inputOf(known) } } : undefined),
    [isOpen, proposed, known],
  )
}

type Options = readonly { readonly value: number; readonly label: string }[]
/** A select of these replies: the same one as long as they are the same, so that it stays open. */
function inputOf(known: string) {
  const options = JSON.parse(known) as Options
  return ({ value, onChange, name, invalid, disabled }: InputProps) => (
    <Select
      name={name}
      invalid={invalid}
      disabled={disabled}
      value={typeof value === 'number' ? value : null}
      onChange={onChange}
      options={options}
      placeholder="None"
      clearable
    />
  )
}
