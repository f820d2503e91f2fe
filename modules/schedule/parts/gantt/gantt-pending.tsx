import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import type { GanttModel } from './gantt-model.ts'

const SHOWN = 3
const listed = (names: readonly string[]) =>
  names.length > SHOWN
    ? `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`
    : names.join(', ').replace(/, ([^,]*)$/, ' and $1')

/** What else would move with the dragged bar, before anything is saved. @useSignals */
export const GanttPending = ({ model }: { model: GanttModel }) => {
  if (!model.pending.value) return null
  const others = model.others.value
  const busy = model.busy.value
  return (
    <section aria-label="Not saved yet" className={bar}>
      <p>
        <b>Not saved yet.</b>{' '}
        {others.length === 0
          ? 'No other bar moves.'
          : `${listed(others)} ${others.length === 1 ? 'moves' : 'move'} with it.`}
      </p>
      <span className={tools}>
        <Button variant="outline" disabled={busy} onClick={() => model.cancel()}>
          Cancel
        </Button>
        {others.length > 0 && (
          <Button variant="outline" disabled={busy} onClick={() => void model.save(true)}>
            Only this bar
          </Button>
        )}
        <Button loading={busy} onClick={() => void model.save()}>
          {others.length ? `Save ${others.length + 1} bars` : 'Save'}
        </Button>
      </span>
    </section>
  )
}

const bar = css({
  position: 'sticky',
  bottom: '3',
  zIndex: '3',
  wrap: '3',
  marginTop: '3',
  paddingBlock: '2.5',
  paddingInline: '3.5',
  layerStyle: 'floating',
})
const tools = css({ flow: '2.5', marginInlineStart: 'auto' })
