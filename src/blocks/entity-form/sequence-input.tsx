import { useEffect, useState } from 'react'
import type { Entity } from '#core/entity/entity.ts'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { useResource } from '../services/services.tsx'
import type { InputProps } from './field-input.tsx'

/**
 * An input for a number that the server assigns if it is left empty. The placeholder is the number the record would get
 * now, or "New" if that is unknown. It is not reserved, and the form does not wait for it.
 */
export const SequenceInput = ({ entity, value, ...props }: InputProps & { entity: Entity }) => {
  const resource = useResource(entity)
  const [next, setNext] = useState<number | null>(null)
  // Only a new record has no number when its form opens.
  const [asks] = useState(typeof value !== 'number' && entity.queries.includes('next_number'))
  useEffect(() => {
    if (!asks) return
    let here = true
    void resource.ask<unknown>('next_number').then((answer) => {
      if (here && answer.ok && typeof answer.data === 'number') setNext(answer.data)
    })
    return () => {
      here = false
    }
  }, [resource, asks])
  return (
    <NumberInput
      {...props}
      value={typeof value === 'number' ? value : null}
      min={1}
      step={1}
      placeholder={next === null ? 'New' : String(next)}
    />
  )
}
