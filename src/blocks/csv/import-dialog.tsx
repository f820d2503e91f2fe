import { useState } from 'react'
import { css } from '#css/css'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { nounOf } from '#core/entity/entity.ts'
import { messageOf } from '#core/resource/messages.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FileDrop } from '#ui/file-drop/file-drop.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useResource } from '../services/services.tsx'
import { fromCsv, type CsvColumn, type CsvDraft } from './csv-file.ts'

/** As many as the server takes at once. */
const BATCH = 500
const MOST_SHOWN = 100

interface Checked {
  drafts: CsvDraft[]
  unknown: string[]
  /** What is wrong, by line; nothing is imported while there is anything. */
  problems: { line: number; text: string }[]
}

/** Imports records from a CSV file: first a dry run that says line by line what would happen, then the import. */
export const ImportDialog = <E extends Entity>({
  entity,
  columns,
  onClose,
}: {
  entity: E
  columns: readonly CsvColumn<RecordOf<E>>[]
  onClose: () => void
}) => {
  const resource = useResource(entity)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const nouns = `${nounOf(entity)}s`

  /** Sends the drafts batch by batch; the lines the server refuses come back with its words. */
  async function send(drafts: readonly CsvDraft[], dryRun: boolean): Promise<Checked['problems']> {
    const problems: Checked['problems'] = []
    for (let at = 0; at < drafts.length; at += BATCH) {
      setDone(at / drafts.length)
      const batch = drafts.slice(at, at + BATCH)
      // Read by the entity's own columns; the server checks every value again.
      const answer = await resource.saveMany(
        batch.map(({ draft }) => draft as DraftOf<E>),
        { dryRun },
      )
      if (answer.ok) continue
      const named = Object.entries(answer.errors).flatMap(([key, messages]) => {
        const line = batch[Number(/^data\.(\d+)\./.exec(key)?.[1])]?.line
        return line === undefined ? [] : messages.map((text) => ({ line, text }))
      })
      problems.push(
        ...(named.length ? named : [{ line: batch[0]?.line ?? 0, text: messageOf(answer) ?? answer.message }]),
      )
      if (!dryRun) break
    }
    setDone(null)
    return problems
  }

  async function check([file]: File[]) {
    if (!file) return
    const { drafts, unknown, missing } = fromCsv(entity, columns, await file.text())
    const gaps = missing.map((header) => ({ line: 1, text: `The column “${header}” is missing.` }))
    setChecked({ drafts, unknown, problems: gaps.length ? gaps : await send(drafts, true) })
  }
  async function run() {
    if (!checked) return
    const problems = await send(checked.drafts, false)
    if (problems.length) return setChecked({ ...checked, problems })
    toast.success(`${checked.drafts.length} ${nouns} imported.`)
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Import ${nouns}`}
      footer={
        checked && (
          <>
            <Button variant="outline" onClick={() => setChecked(null)}>
              Other file
            </Button>
            <Button
              loading={done !== null}
              disabled={checked.problems.length > 0 || checked.drafts.length === 0}
              onClick={() => void run()}
            >
              {`Import ${checked.drafts.length}`}
            </Button>
          </>
        )
      }
    >
      {done !== null && <Progress value={done} aria-label="Checking" />}
      {!checked && (
        <FileDrop
          onFiles={(files) => void check(files)}
          accept={['.csv', 'text/csv']}
          maxFiles={1}
          aria-label="CSV file"
        />
      )}
      {checked && (
        <div className={css({ display: 'grid', gap: '2.5' })}>
          <p>{summary(checked, nouns)}</p>
          {checked.unknown.length > 0 && (
            <p className={note}>{`Columns that are not used: ${checked.unknown.join(', ')}.`}</p>
          )}
          <ul className={list}>
            {checked.problems.slice(0, MOST_SHOWN).map(({ line, text }, at) => (
              <li key={at}>{`Line ${line}: ${text}`}</li>
            ))}
          </ul>
          {checked.problems.length > MOST_SHOWN && (
            <p className={note}>{`… and ${checked.problems.length - MOST_SHOWN} more.`}</p>
          )}
        </div>
      )}
    </Dialog>
  )
}

function summary({ drafts, problems }: Checked, nouns: string): string {
  if (!drafts.length) return 'The file holds no lines.'
  if (!problems.length) return `${drafts.length} ${nouns} would be added.`
  return `${problems.length} ${problems.length === 1 ? 'thing needs' : 'things need'} a look before anything is imported.`
}

const note = css({ textStyle: 'small', color: 'muted' })
const list = css({ display: 'grid', gap: '1', color: 'attention' })
