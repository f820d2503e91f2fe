import { useState } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import type { Markup } from '../entities.ts'
import { InkChoice } from './ink-choice.tsx'
import { LabelInput } from './measure-bar.tsx'
import { sheetPanel } from './sheet-panel.ts'
import { hasInk, type Ink } from './tools.ts'
import type { MarkDraft } from './use-marking.ts'

/** The actions on the chosen mark, above the sheet. */
export const MarkActions = ({
  mark,
  labels,
  mayDelete,
  onDelete,
  onCopy,
  onPublish,
  onChange,
}: {
  mark: Markup
  /** Labels of other measurements on the sheet. */
  labels: readonly string[]
  mayDelete: boolean
  onDelete: () => void
  onCopy: () => void
  onPublish: (() => void) | null
  /** Null for a mark that the user may not change. */
  onChange: ((change: MarkDraft) => void) | null
}) => (
  <div className={sheetPanel} data-sheet-control role="group" aria-label={`Actions on ${mark.text ?? mark.type}`}>
    <span className={css({ paddingInline: '2' })}>{mark.user_name}</span>
    {onChange && hasInk(mark.type) && <InkChoice ink={mark} onInk={(ink) => onChange(changeOf(mark, ink))} />}
    {onChange && mark.type === 'measure' && (
      <MarkLabel key={mark.id} mark={mark} labels={labels} onLabel={(text) => onChange({ text })} />
    )}
    {onPublish && (
      <Button size="sm" variant="outline" onClick={onPublish}>
        Publish
      </Button>
    )}
    <Button size="sm" variant="ghost" onClick={onCopy}>
      Copy
    </Button>
    {mayDelete && (
      <Button size="sm" variant="ghost" onClick={onDelete}>
        Delete
      </Button>
    )}
  </div>
)

/** Only what is another: a mark of another revision may be shown smaller than it is. */
const changeOf = (mark: Markup, { color, width }: Ink): MarkDraft => ({
  ...(color !== mark.color && { color }),
  ...(width !== mark.width && { width }),
})

/** The label of a measurement, saved when the field is left. */
const MarkLabel = ({
  mark,
  labels,
  onLabel,
}: {
  mark: Markup
  labels: readonly string[]
  onLabel: (text: string | null) => void
}) => {
  const [label, setLabel] = useState(mark.text ?? '')
  const save = () => {
    if (label.trim() !== (mark.text ?? '')) onLabel(label.trim() || null)
  }
  return <LabelInput value={label} labels={labels} onChange={setLabel} onDone={save} />
}
