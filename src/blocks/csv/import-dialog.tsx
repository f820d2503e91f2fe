import { useState, type ReactNode } from 'react'
import { css } from '#css/css'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { messageOf } from '#core/resource/messages.ts'
import { decodeText } from '#lib/csv.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FileDrop } from '#ui/file-drop/file-drop.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useResource } from '../services/services.tsx'
import { fromCsv, repeatsIn, type CsvColumn, type CsvDraft, type Unread } from './csv-file.ts'

/** The maximum number of records in one request. */
const BATCH = 500
const MOST_SHOWN = 100

/** Lines that are saved together. A retry sends the same object, so that a lost response does not save them twice. */
interface Batch<E extends Entity> {
  lines: number[]
  drafts: DraftOf<E>[]
}
interface Checked<E extends Entity> {
  /** The content of the file, which is parsed again after missing records were added. */
  text: string
  unread: Unread[]
  batches: Batch<E>[]
  unknown: string[]
  /** Errors by line. Nothing is imported while there are any. */
  problems: Problem[]
  /** The number of records imported before a failure; null before the first attempt. */
  imported: number | null
  saved: readonly RecordOf<E>[]
}
interface Problem {
  line: number
  text: string
}

/** Imports records from a CSV file, after a dry run that reports errors by line. */
export const ImportDialog = <E extends Entity>({
  entity,
  columns,
  repair,
  onClose,
  onImported,
}: {
  entity: E
  columns: readonly CsvColumn<RecordOf<E>>[]
  /** Renders a form that fixes unreadable cells, for example by adding records; `again` parses the file again. */
  repair?: (unread: readonly Unread[], again: () => void) => ReactNode
  onClose: () => void
  /** Called with all that was imported, after the dialog has closed. */
  onImported?: (records: readonly RecordOf<E>[]) => void
}) => {
  const resource = useResource(entity)
  const [checked, setChecked] = useState<Checked<E> | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const nouns = entity.display.plural

  /** Sends one batch, adds what was saved to `saved`, and returns the server's errors by line. */
  async function send({ lines, drafts }: Batch<E>, dryRun: boolean, saved: RecordOf<E>[] = []): Promise<Problem[]> {
    const answer = await resource.saveMany(drafts, { dryRun, online: true })
    if (answer.ok) {
      saved.push(...answer.data)
      return []
    }
    const named = Object.entries(answer.errors).flatMap(([key, messages]) => {
      const line = lines[Number(/^data\.(\d+)\./.exec(key)?.[1])]
      return line === undefined ? [] : messages.map((text) => ({ line, text }))
    })
    return named.length ? named : [{ line: lines[0] ?? 0, text: messageOf(answer) ?? answer.message }]
  }

  async function open([file]: File[]) {
    if (file) await check(decodeText(await file.arrayBuffer()))
  }
  async function check(text: string) {
    setDone(0)
    const { drafts, unknown, missing, unread } = fromCsv(entity, columns, text)
    const batches = batchesOf<E>(drafts)
    const problems: Problem[] = missing.map((header) => ({ line: 1, text: `The column “${header}” is missing.` }))
    problems.push(...unread)
    if (!problems.length) {
      // A dry run of one batch cannot find duplicates in other batches, so they are checked here.
      const batchAt = new Map(batches.flatMap(({ lines }, at) => lines.map((line) => [line, at])))
      for (const { line, first, text } of repeatsIn(entity, drafts))
        if (batchAt.get(line) !== batchAt.get(first)) problems.push({ line, text: `${text} Line ${first} has it too.` })
      for (const [at, one] of batches.entries()) {
        problems.push(...(await send(one, true)))
        setDone((at + 1) / batches.length)
      }
    }
    setDone(null)
    setChecked({
      text,
      unread,
      batches,
      unknown,
      problems: problems.toSorted((a, b) => a.line - b.line),
      imported: null,
      saved: [],
    })
  }
  async function run() {
    if (!checked) return
    const saved = [...checked.saved]
    for (const [at, one] of checked.batches.entries()) {
      setDone(at / checked.batches.length)
      const problems = await send(one, false, saved)
      if (problems.length) {
        setDone(null)
        return setChecked({ ...checked, batches: checked.batches.slice(at), problems, saved, imported: saved.length })
      }
    }
    toast.success(`${saved.length} ${nouns} imported.`)
    onClose()
    onImported?.(saved)
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
              disabled={(checked.problems.length > 0 && checked.imported === null) || checked.batches.length === 0}
              onClick={() => void run()}
            >
              {`Import ${countOf(checked)}`}
            </Button>
          </>
        )
      }
    >
      {done !== null && <Progress value={done} aria-label="Checking" />}
      {!checked && done === null && (
        <FileDrop
          onFiles={(files) => void open(files)}
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
          {checked.unread.length > 0 && repair?.(checked.unread, () => void check(checked.text))}
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

function batchesOf<E extends Entity>(drafts: readonly CsvDraft[]): Batch<E>[] {
  return Array.from({ length: Math.ceil(drafts.length / BATCH) }, (_, at) => {
    const part = drafts.slice(at * BATCH, (at + 1) * BATCH)
    // The columns belong to the entity, and the server validates every value again.
    return { lines: part.map(({ line }) => line), drafts: part.map(({ draft }) => draft as DraftOf<E>) }
  })
}

const countOf = <E extends Entity>({ batches }: Checked<E>) =>
  batches.reduce((count, { drafts }) => count + drafts.length, 0)

function summary<E extends Entity>(checked: Checked<E>, nouns: string): string {
  const { batches, problems, imported } = checked
  if (imported !== null)
    return `${imported} ${nouns} were imported; ${countOf(checked)} were not, from line ${batches[0]?.lines[0]} on.`
  if (!batches.length) return 'The file contains no lines.'
  if (!problems.length) return `${countOf(checked)} ${nouns} would be added.`
  return `${problems.length} ${problems.length === 1 ? 'error' : 'errors'} must be fixed before the import.`
}

const note = css({ textStyle: 'small', color: 'muted' })
const list = css({ display: 'grid', gap: '1', color: 'attention' })
