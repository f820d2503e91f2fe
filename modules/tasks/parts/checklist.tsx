import { useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useQuickAdd } from '#blocks/quick-add/use-quick-add.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { users } from '../../users/entities.ts'
import { tasks, type Line, type Task } from '../entities.ts'
import { formatRecent } from '#lib/moments.ts'
import { doneLines } from '../guards.ts'

/** A task's checklist: each line with who ticked it and when, and a line to add one. @useSignals */
export const Checklist = ({ task, mayTick, mayAdd }: { task: Task; mayTick: boolean; mayAdd: boolean }) => {
  const { api, store } = useServices()
  const [open, setOpen] = useState(false)
  const resource = api(tasks, { project_id: task.project_id })
  const line = useQuickAdd((text) => {
    const { checklist } = store.of(tasks).peek(task.id) ?? task
    return resource.save({ id: task.id, checklist: [...checklist, { text }] })
  })
  const nameOf = ({ done_id }: Line) =>
    done_id === null ? '' : (store.of(users).get(done_id)?.name.split(' ')[0] ?? '')
  async function tick(line: Line, done: boolean) {
    const result = await resource.act(task.id, 'tick', { line: line.id || line.key, done })
    if (!result.ok) toastFailure(result)
  }
  if (!task.checklist.length && !mayAdd) return null
  return (
    <section aria-label="Checklist">
      <h3 className={css({ fontWeight: 'strong', marginBottom: '1' })}>
        Checklist{' '}
        {task.checklist.length > 0 && (
          <span className={css({ color: 'muted', fontWeight: 'normal' })}>
            {doneLines(task)} of {task.checklist.length}
          </span>
        )}
      </h3>
      <ul>
        {task.checklist.map((line) => (
          <li key={line.key ?? line.id} className={row}>
            <Checkbox
              value={line.done_at !== null}
              disabled={!mayTick || !(line.id || line.key)}
              onChange={(done) => void tick(line, done)}
            >
              <span className={words} data-done={line.done_at !== null || undefined}>
                {line.text}
              </span>
            </Checkbox>
            {line.done_at && (
              <span className={css({ textStyle: 'note' })}>
                {nameOf(line)} · {formatRecent(line.done_at)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {mayAdd &&
        (!open ? (
          <Button variant="ghost" icon="plus" onClick={() => setOpen(true)}>
            Add a line
          </Button>
        ) : (
          <form onSubmit={line.add} className={css({ display: 'flex', gap: '2', marginTop: '2' })}>
            <TextInput aria-label="New line" value={line.text} onChange={line.setText} maxLength={255} />
            <Button type="submit" variant="outline">
              Add
            </Button>
          </form>
        ))}
    </section>
  )
}

const row = css({ wrap: '3', justifyContent: 'space-between', minHeight: '10' })
const words = css({ overflowWrap: 'anywhere', '&[data-done]': { color: 'muted' } })
