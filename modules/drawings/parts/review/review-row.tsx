import type { Signal } from '@preact/signals-react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { Steps } from '#blocks/workflow/steps.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { readFields, type ReadField } from '#lib/title-block/read-fields.ts'
import { Button } from '#ui/button/button.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { fromWire, readDate, showDate } from '#ui/date-picker/date-text.ts'
import { disciplineNames } from '../../disciplines.ts'
import { drawingRevisions } from '../../entities.ts'
import { answersOf, type Answer, type Change } from './answers.ts'
import { Crop } from './crop.tsx'
import { useLive, type Live } from './live.tsx'
import { ReviewCell, type CellKeys, type CellProps } from './review-cell.tsx'
import type { ReviewedPage } from './use-review.ts'

export interface RowPlace {
  /** Where keys have moved the focus, if that is in this row. */
  readonly arrival: { readonly field: ReadField | null } | null
  readonly isFocused: boolean
  readonly isTicked: boolean
  readonly onTick: (on: boolean, range: boolean) => void
  readonly onFocus: (field: ReadField | null) => void
  /** Moves the focus along the column; false at its ends. */
  readonly onGo: (field: ReadField, by: 1 | -1) => boolean
  /** Goes on to what is asked next. */
  readonly onTaken: (field: ReadField) => void
}

const heads: Readonly<Record<ReadField, string>> = {
  number: 'Number',
  title: 'Title',
  revision: 'Revision',
  dated: 'Date',
}
const shownDay = (day: string | null) => {
  const [date] = fromWire(day)
  return date ? showDate(date) : ''
}

/** A page under review, with what it will be called. @useSignals */
export const ReviewRow = ({
  reviewed,
  place,
  live,
}: {
  reviewed: ReviewedPage
  place: RowPlace
  live: Signal<Live | null>
}) => {
  const { api } = useServices()
  const report = useOutcome()
  const { page, outcome, problem, asks } = reviewed
  const resource = api(drawingRevisions, { drawing_id: page.drawing_id })
  const save = async (change: Change) => {
    const [field] = readFields.filter((one) => change[one] !== undefined)
    const isTaken = field !== undefined && change[field] === page[field]
    const result = await (isTaken
      ? resource.act(page.id, 'take', { field })
      : resource.save({ id: page.id, ...change }))
    if (!result.ok) report(result, '')
  }
  const skip = async () => void report(await resource.remove(page.id), `Page ${page.page} skipped.`)
  const valueOf = (field: ReadField) => (field === 'dated' ? shownDay(page.dated) : (page[field] ?? ''))
  function changeOf(field: ReadField, text: string): Change | null {
    if (field === 'number') return text ? { number: text } : null
    if (field !== 'dated') return { [field]: text || null }
    const day = text ? readDate(text)?.toString() : null
    return day === undefined ? null : { dated: day }
  }
  const keysOf = (field: ReadField): CellKeys => ({
    save: (text) => {
      const change = changeOf(field, text)
      if (change) void save(change)
      else report({ ok: false, status: 422, message: NOT_A[field] ?? '', errors: {} }, '')
    },
    take: (text) => {
      const change = changeOf(field, text)
      if (!change) return
      if (text !== valueOf(field) || asks?.field === field || page.certainty?.[field] === 'unsure') void save(change)
      place.onTaken(field)
    },
    go: (by) => place.onGo(field, by),
  })
  /** What is still empty may be known in a moment. */
  const isRecognized = page.recognition !== 'waiting' || page.number !== null
  const isUnsure = (field: ReadField) =>
    asks?.field === field || (problem !== null && field === wrongField(page.number))
  // A value that is asked about stands beside its picture.
  const isCropped = (field: ReadField) =>
    asks?.field === field ||
    page.certainty?.[field] === 'unsure' ||
    (field === 'number' && (place.isFocused || problem !== null))
  const cell = (field: ReadField) => (
    <>
      {isCropped(field) && <Crop page={page} field={field} />}
      <LiveCell
        live={live}
        page={page.id}
        field={field}
        key={`${field} ${valueOf(field)}`}
        label={`${heads[field]} of page ${page.page}`}
        value={valueOf(field)}
        isUnsure={isUnsure(field)}
        arrival={place.arrival?.field === field ? place.arrival : null}
        placeholder={field === 'revision' ? outcome?.revision : heads[field]}
        keys={keysOf(field)}
        onFocus={() => place.onFocus(field)}
      />
    </>
  )
  const answer = ({ change }: Answer) => void (change === 'skip' ? skip() : save(change))
  return (
    <tr className={row} aria-current={place.isFocused ? 'true' : undefined} onPointerDown={() => place.onFocus(null)}>
      <td data-narrow onClick={(event) => event.stopPropagation()}>
        <Checkbox
          aria-label={`Choose page ${page.page}`}
          value={place.isTicked}
          onChange={(on) => place.onTick(on, false)}
        />
      </td>
      <td data-narrow className={css({ color: 'muted' })}>
        {page.page}
      </td>
      <td data-label="Number" className={css({ minWidth: '7rem' })}>
        {cell('number')}
      </td>
      <td data-label="Title" className={css({ width: '40%', minWidth: '12rem' })}>
        {cell('title')}
      </td>
      <td data-label="Rev" className={css({ minWidth: '4rem' })}>
        {cell('revision')}
      </td>
      <td data-label="Date" className={css({ minWidth: '7.25rem' })}>
        {cell('dated')}
      </td>
      <td className={css({ textStyle: 'small', minWidth: '10rem' })}>
        <strong
          className={!isRecognized || (problem === null && asks === null) ? undefined : css({ color: 'attention' })}
        >
          {isRecognized ? (asks?.says ?? problem ?? wordsFor(reviewed)) : 'Reading its picture…'}
        </strong>
        <span className={css({ display: 'block', color: 'muted' })}>
          {page.recognition === 'failed' && page.number === null && 'Its picture could not be read · '}
          {disciplineNames[page.discipline]}
        </span>
        {isRecognized && (problem !== null || asks !== null) && (
          <span className={css({ flow: '1', marginTop: '1' })}>
            {answersOf(reviewed).map((one) => (
              <Button key={one.label} size="sm" variant="outline" onClick={() => answer(one)}>
                {one.label}
              </Button>
            ))}
          </span>
        )}
        <Steps compact entity={drawingRevisions} record={page} />
      </td>
    </tr>
  )
}

/** A value of a page, which shows what a box holds while it is drawn. @useSignals */
const LiveCell = ({
  live,
  page,
  field,
  ...cell
}: Omit<CellProps, 'live'> & { live: Signal<Live | null>; page: Id; field: ReadField }) => {
  const value = useLive(live, page, field)
  return <ReviewCell {...cell} live={field === 'dated' && value !== null ? shownDay(value) : value} />
}

const NOT_A: Partial<Record<ReadField, string>> = {
  number: 'Sheet number is required.',
  dated: 'Enter the date as mm/dd/yyyy.',
}
/** What a problem is about: without a number that, or else the revision, which another one has. */
const wrongField = (number: string | null): ReadField => (number ? 'revision' : 'number')

function wordsFor({ page, outcome }: ReviewedPage): string {
  if (page.state === 'reading') return 'Reading…'
  if (!outcome?.supersedes) return 'New sheet'
  return `Supersedes rev ${outcome.supersedes}`
}

const row = css({
  borderTop: '1px solid {colors.line}',
  '&[aria-current]': { background: 'primary.soft' },
  '& td': { paddingBlock: '1.5', paddingInline: '1.5', verticalAlign: 'middle' },
  '@media (width < 768px)': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'center',
    padding: '2',
    '& td': { display: 'block', width: 'auto', gridColumn: '1 / -1', paddingBlock: '1', paddingInline: '2' },
    '& td[data-narrow]': { gridColumn: 'auto' },
    '& td[data-label]::before': { content: 'attr(data-label)', textStyle: 'caption', color: 'muted' },
  },
})
