import { css } from '#css/css'
import { useSavedValue } from '#blocks/autosave/use-saved-value.ts'
import { useResource } from '#blocks/services/services.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { costCodes } from '../../cost-codes/entities.ts'
import type { HoursRow } from './hours-rows.ts'

/** The percentage that is done of a code's work, saved when it is left; Enter and Tab go on to the next. */
export const CompleteInput = ({ row }: { row: HoursRow }) => {
  const resource = useResource(costCodes)
  const { value, error, change, leave } = useSavedValue('percent_complete', row.percent, (percent, basis) =>
    resource.save({ id: row.id, percent_complete: percent }, { basis: { percent_complete: basis } }),
  )
  const describedBy = `complete-${row.id}`
  return (
    <span className={box} onBlur={leave}>
      <NumberInput
        aria-label={`Complete of ${row.number} ${row.name}, percent`}
        value={value}
        min={0}
        max={100}
        onChange={change}
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
  inlineRow: '1',
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
