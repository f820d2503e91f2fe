import { useEffect, useRef, useState } from 'react'
import { css } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useResource } from '#blocks/services/services.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { costCodes } from '../../cost-codes/entities.ts'
import type { HoursRow } from './hours-rows.ts'

/** The percentage that is done of a code's work, saved when it is left; Enter and Tab go on to the next. */
export const CompleteInput = ({ row }: { row: HoursRow }) => {
  const resource = useResource(costCodes)
  const [typed, setTyped] = useState(row.percent)
  const [error, setError] = useState<string | null>(null)
  /** Whether what is typed is not saved yet. */
  const isOwn = useRef(false)
  // What somebody else enters meanwhile is shown, unless something else was typed and is not saved.
  useEffect(() => {
    if (!isOwn.current) setTyped(row.percent)
  }, [row.percent])
  async function save() {
    if (!isOwn.current) return
    const result = await resource.save(
      { id: row.id, percent_complete: typed },
      { basis: { percent_complete: row.percent } },
    )
    isOwn.current = !result.ok
    const said = result.ok ? null : (result.errors.percent_complete?.[0] ?? null)
    setError(said)
    if (!result.ok && said === null) toastFailure(result)
  }
  const describedBy = `complete-${row.id}`
  return (
    <span className={box} onBlur={() => void save()}>
      <NumberInput
        aria-label={`Complete of ${row.number} ${row.name}, percent`}
        value={typed}
        step={5}
        min={0}
        max={100}
        onChange={(next) => {
          isOwn.current = true
          setTyped(next)
        }}
        invalid={error !== null}
        onEnter={(event) => {
          const all = [...(event.currentTarget.closest('tbody')?.querySelectorAll('input') ?? [])]
          const next = all[all.indexOf(event.currentTarget) + 1]
          if (next) next.focus()
          else event.currentTarget.blur()
        }}
      />
      <span aria-hidden="true">%</span>
      {error && (
        <span id={describedBy} role="alert" className={says}>
          {error}
        </span>
      )}
    </span>
  )
}

const box = css({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  width: '5.5rem',
  '& input': { width: 'full', minHeight: { base: '2rem', _coarse: 'touch' } },
})
const says = css({
  position: 'absolute',
  top: 'full',
  right: '0',
  zIndex: '1',
  width: 'max-content',
  maxWidth: '16rem',
  padding: '1.5',
  fontSize: 'xs',
  color: 'attention',
  background: 'attention.soft',
  borderRadius: 'sm',
})
