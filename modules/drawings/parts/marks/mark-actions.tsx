import { useState } from 'react'
import { css } from '#css/css'
import type { CurrentUser } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import type { Markup } from '../../entities.ts'
import { mayRemoveMark, publishesMarkup } from '../../guards.ts'
import { InkChoice } from './ink-choice.tsx'
import { LabelInput } from './measure-bar.tsx'
import { sheetPanel } from '../desk/sheet-panel.ts'
import { hasInk, type Ink } from './tools.ts'
import type { Desk } from '../desk/use-desk.ts'
import type { MarkDraft } from './use-marking.ts'

/** The actions on the chosen mark, above the sheet. */
export const MarkActions = ({ desk, mark, user }: { desk: Desk; mark: Markup; user: CurrentUser }) => {
  const isOwn = mark.user_id === user.id
  const onChange = (change: MarkDraft) => {
    const stored = desk.all.find(({ id }) => id === mark.id)
    if (stored) void desk.marking.change(stored, change)
  }
  return (
    <div className={sheetPanel} data-sheet-control role="group" aria-label={`Actions on ${mark.text ?? mark.type}`}>
      <span className={css({ paddingInline: '2' })}>{mark.user_name}</span>
      {isOwn && hasInk(mark.type) && <InkChoice ink={mark} onInk={(ink) => onChange(changeOf(mark, ink))} />}
      {isOwn && mark.type === 'measure' && (
        <MarkLabel key={mark.id} mark={mark} labels={desk.labels} onLabel={(text) => onChange({ text })} />
      )}
      {isOwn && mark.published_at === null && publishesMarkup(user) && (
        <Button size="sm" variant="outline" onClick={() => void desk.marking.publish([mark])}>
          Publish
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => desk.marking.copy(mark)}>
        Copy
      </Button>
      {mayRemoveMark(mark, user) && (
        <Button size="sm" variant="ghost" onClick={desk.removeMark}>
          Delete
        </Button>
      )}
    </div>
  )
}

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
