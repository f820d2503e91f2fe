import { useId } from 'react'
import { css } from '#css/css'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { inWords, measured, type MeasureKind } from '../../measuring.ts'
import { UsualScales } from './usual-scales.tsx'
import { sheetPanel } from '../desk/sheet-panel.ts'
import type { Desk } from '../desk/use-desk.ts'

const kinds: readonly { value: MeasureKind; label: string }[] = [
  { value: 'length', label: 'Length' },
  { value: 'area', label: 'Area' },
  { value: 'count', label: 'Count' },
]

/** What is measured and under which label, above the sheet, with what the points set so far come to. */
export const MeasureBar = ({ desk }: { desk: Desk }) => {
  const { measuring, shown, labels } = desk
  const { path, kind, isScaling } = measuring
  const { points } = path
  const found = points.length && !isScaling ? measured({ points }, kind, shown, shown.scale) : null
  return (
    <div className={sheetPanel} data-sheet-control role="group" aria-label="Measure">
      {isScaling ? (
        <>
          <span className={css({ paddingInline: '2' })}>Draw a line whose length you know.</span>
          <UsualScales desk={desk} />
        </>
      ) : (
        <>
          <Segmented aria-label="What is measured" value={kind} onChange={measuring.setKind} options={kinds} />
          <LabelInput value={measuring.label} labels={labels} onChange={measuring.setLabel} />
        </>
      )}
      {points.length > 0 && (
        <>
          <output className={css({ fontWeight: 'strong', paddingInline: '1' })} aria-label="Measured so far">
            {found && inWords(found)}
          </output>
          <IconButton icon="undo-2" aria-label="Take the last point back" onClick={measuring.back} />
          <Button size="sm" variant="solid" onClick={() => measuring.finish()}>
            Done
          </Button>
        </>
      )}
      {isScaling && (
        <Button size="sm" variant="ghost" onClick={measuring.cancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}

/** Under what measurements are added up: a label that is in use, or a new one. */
export const LabelInput = ({
  value,
  labels,
  onChange,
  onDone,
}: {
  value: string
  labels: readonly string[]
  onChange: (label: string) => void
  onDone?: () => void
}) => {
  const id = useId()
  return (
    <div className={css({ width: '9rem' })}>
      <TextInput
        aria-label="Label"
        placeholder="Label"
        maxLength={255}
        list={id}
        value={value}
        onChange={onChange}
        onBlur={onDone}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      <datalist id={id}>
        {labels.map((label) => (
          <option key={label}>{label}</option>
        ))}
      </datalist>
    </div>
  )
}
