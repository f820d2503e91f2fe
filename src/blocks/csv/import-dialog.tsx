import { useState, type ReactNode } from 'react'
import { css } from '#css/css'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { decodeText, downloadText } from '#lib/csv.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { MOST_TEXT_BYTES } from '#lib/file-size.ts'
import { Field } from '#ui/field/field.tsx'
import { FileDrop } from '#ui/file-drop/file-drop.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { TextArea } from '#ui/text-area/text-area.tsx'
import { headerOf, sheetOf, toCsv, type Unread } from './csv-file.ts'
import { MapColumns } from './map-columns.tsx'
import type { Remark } from './plan.ts'
import { useServices } from '../services/services.tsx'
import { offer } from '../undo/offer.ts'
import { remainder, useImport, type Checked, type Imported, type Importing } from './use-import.ts'

const MOST_SHOWN = 100

export interface ImportDialogProps<E extends Entity> extends Importing<E> {
  /** What can be pasted, as a spreadsheet copies it: titles and a line or two. */
  example?: string
  /** Renders a form that fixes unreadable cells, for example by adding records; `again` reads the file again. */
  repair?: (unread: readonly Unread[], again: () => void) => ReactNode
  /** Called with the records that were added. */
  onClose: (added: readonly RecordOf<E>[]) => void
}

/**
 * Imports records from a CSV file. Before anything is saved it shows what would be added, what would change, and which
 * lines cannot be imported; those come back as a file with the reasons.
 */
export const ImportDialog = <E extends Entity>({ example, repair, onClose, ...what }: ImportDialogProps<E>) => {
  const services = useServices()
  const { entity, columns } = what
  const { checked, progress, open, again, map, close, run } = useImport(what)
  const [without, setWithout] = useState(false)
  const [mapping, setMapping] = useState(false)
  const [imported, setImported] = useState<Imported<RecordOf<E>> | null>(null)
  const { plural } = entity.display
  const skipped = new Set(without ? checked?.alike.map(({ line }) => line) : [])
  const wanted = checked?.lines.filter(({ kind, line }) => kind !== 'same' && !skipped.has(line)) ?? []
  const left = checked ? checked.problems.length + (without ? checked.alike.length : 0) : 0
  const titled = checked?.mapping.every((name) => name !== null) ?? true
  const isMapping = mapping || (checked?.missing.length ?? 0) > 0

  async function save() {
    const done = await run(skipped)
    if (!done) return
    const saved = done.added.length + done.changed.length
    if (saved) offer(services, `${said(done, entity)}.`, done.results)
    if (left || saved < wanted.length) return setImported(done)
    onClose(done.added)
  }
  const end = () => onClose(imported?.added ?? [])

  return (
    <Dialog
      open
      onClose={end}
      title={`Import ${plural}`}
      footer={
        checked &&
        (imported ? (
          <Button onClick={end}>Done</Button>
        ) : (
          <>
            <Button variant="outline" onClick={close}>
              Other file
            </Button>
            <Button
              loading={progress !== null}
              disabled={checked.missing.length > 0 || wanted.length === 0}
              onClick={() => void save()}
            >
              {`Import ${wanted.length}`}
            </Button>
          </>
        ))
      }
    >
      {progress !== null && <Progress value={progress} aria-label="Checking" />}
      {!checked && progress === null && (
        <Source {...{ entity, columns, example }} onText={(text) => void open(sheetOf(text))} />
      )}
      {checked && (
        <div className={css({ stack: '3' })}>
          <p role="status">{imported ? `${said(imported, entity)}.` : summary(checked, entity)}</p>
          {!imported && (
            <>
              {checked.missing.map((header) => (
                <p key={header} className={wrong}>{`The column “${header}” is missing. Choose which one holds it.`}</p>
              ))}
              {!titled && !isMapping && (
                <p className={note}>{`Columns that are not used: ${unused(checked).join(', ')}.`}</p>
              )}
              {isMapping ? (
                <MapColumns {...{ entity, columns, checked }} disabled={progress !== null} onMap={map} />
              ) : (
                <Button variant="ghost" icon="list-filter" className={start} onClick={() => setMapping(true)}>
                  Choose columns
                </Button>
              )}
              {checked.unread.length > 0 && repair?.(checked.unread, again)}
              <Changes checked={checked} />
              {checked.alike.length > 0 && (
                <section className={section}>
                  <Checkbox value={without} onChange={setWithout}>
                    {`Leave out ${checked.alike.length === 1 ? '1 line' : `${checked.alike.length} lines`} with a name that is there already`}
                  </Checkbox>
                  <Remarks remarks={checked.alike} className={note} />
                </section>
              )}
            </>
          )}
          {left > 0 && (
            <section className={section}>
              <p>{linesText(checked, without, imported !== null)}</p>
              <Remarks remarks={checked.problems} className={wrong} />
              <Button
                variant="outline"
                icon="download"
                className={start}
                onClick={() =>
                  downloadText(`${plural}-not-imported.csv`, remainder(checked, without ? checked.alike : []))
                }
              >
                Download these lines
              </Button>
            </section>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** Where the text comes from: a file, or what was copied. */
const Source = <E extends Entity>({
  entity,
  columns,
  example,
  onText,
}: Pick<ImportDialogProps<E>, 'entity' | 'columns'> & {
  example: string | undefined
  onText: (text: string) => void
}) => {
  const [pasted, setPasted] = useState('')
  async function choose([file]: File[]) {
    if (file) onText(decodeText(await file.arrayBuffer()))
  }
  return (
    <div className={css({ stack: '4' })}>
      <FileDrop
        onFiles={(files) => void choose(files)}
        accept={['.csv', '.txt', 'text/csv']}
        maxFiles={1}
        maxSize={MOST_TEXT_BYTES}
        aria-label="CSV file"
      />
      <div className={section}>
        <p className={note}>
          {`A file of another system will do as it is. Columns: ${columns.map((column) => headerOf(entity, column)).join(', ')}.`}
        </p>
        <Button
          variant="ghost"
          icon="download"
          className={start}
          onClick={() => downloadText(`${entity.display.plural}.csv`, toCsv(entity, columns, []))}
        >
          Download an empty file
        </Button>
      </div>
      <Field label="Or paste it" help="Cells copied from a spreadsheet, with the line of titles.">
        <TextArea value={pasted} onChange={setPasted} {...(example && { placeholder: example })} />
      </Field>
      {pasted.trim() && (
        <Button className={start} onClick={() => onText(pasted)}>
          Check what was pasted
        </Button>
      )}
    </div>
  )
}

/** What would change in records that are there. */
const Changes = ({ checked }: { checked: Checked }) => {
  const changes = checked.lines.flatMap(({ line, kind, was }) =>
    kind === 'changed' && was ? [{ line, text: `${was.title}: ${was.labels.join(', ')}` }] : [],
  )
  if (!changes.length) return null
  return (
    <details>
      <summary className={css({ cursor: 'pointer' })}>What changes</summary>
      <Remarks remarks={changes} className={note} />
    </details>
  )
}

const Remarks = ({ remarks, className }: { remarks: readonly Remark[]; className: string }) => (
  <>
    <ul className={list}>
      {remarks.slice(0, MOST_SHOWN).map(({ line, text }, at) => (
        <li key={at} className={className}>{`Line ${line}: ${text}`}</li>
      ))}
    </ul>
    {remarks.length > MOST_SHOWN && <p className={note}>{`… and ${remarks.length - MOST_SHOWN} more.`}</p>}
  </>
)

const countOf = (lines: ReadonlySet<number>) => (lines.size === 1 ? '1 line' : `${lines.size} lines`)
const unused = ({ sheet, mapping }: Checked) => sheet.titles.filter((title, at) => title && !mapping[at])

function linesText({ problems, alike }: Checked, without: boolean, isOver: boolean): string {
  const lines = new Set([...problems, ...(without ? alike : [])].map(({ line }) => line))
  return isOver ? `${countOf(lines)} were not imported.` : `${countOf(lines)} cannot be imported.`
}

const counted = (count: number, { display: { noun, plural } }: Entity) =>
  `${formatNumber(count)} ${count === 1 ? noun : plural}`

function said({ added, changed }: Pick<Imported<unknown>, 'added' | 'changed'>, entity: Entity): string {
  if (!added.length && !changed.length) return `No ${entity.display.plural} were imported`
  if (!changed.length) return `${counted(added.length, entity)} imported`
  return `${counted(added.length, entity)} added, ${formatNumber(changed.length)} changed`
}

function summary({ lines, problems, missing, sheet }: Checked, entity: Entity): string {
  // What would be added is not known before all that is needed is found.
  if (missing.length) return `${sheet.rows.length === 1 ? '1 line' : `${formatNumber(sheet.rows.length)} lines`} read.`
  const count = (kind: string) => lines.filter((one) => one.kind === kind).length
  const [added, changed, same] = [count('new'), count('changed'), count('same')]
  if (!lines.length) return problems.length ? `None of the lines can be imported.` : 'The file contains no lines.'
  const parts = [
    `${counted(added, entity)} would be added`,
    ...(changed ? [`${changed} changed`] : []),
    ...(same ? [`${same} are as in the file`] : []),
  ]
  return `${parts.join(', ')}.`
}

const note = css({ textStyle: 'note' })
const wrong = css({ color: 'attention' })
const list = css({ stack: '1' })
const section = css({ stack: '2' })
const start = css({ justifySelf: 'start' })
