import { useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { Steps } from '#blocks/workflow/steps.tsx'
import { css } from '#css/css'
import { formatDay } from '#lib/days.ts'
import { Select } from '#ui/select/select.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { disciplineNames, disciplines } from '../../disciplines.ts'
import { drawingRevisions, type DrawingRevision } from '../../entities.ts'
import { Thumb } from '../sets/thumb.tsx'
import type { ReviewedPage } from './use-review.ts'

const options = disciplines.map((value) => ({ value, label: disciplineNames[value] }))

/** A page under review, with what it will be called. Changes are saved when a field is left. @useSignals */
export const ReviewRow = ({
  reviewed: { page, outcome, problem },
  isFocused,
  onFocus,
}: {
  reviewed: ReviewedPage
  isFocused: boolean
  onFocus: () => void
}) => {
  const { api } = useServices()
  const report = useOutcome()
  const resource = api(drawingRevisions, { drawing_id: page.drawing_id })
  const save = async (change: Partial<Pick<DrawingRevision, 'number' | 'title' | 'revision' | 'discipline'>>) => {
    const result = await resource.save({ id: page.id, ...change })
    if (!result.ok) report(result, '')
  }
  return (
    <tr className={row} aria-current={isFocused ? 'true' : undefined} onFocus={onFocus} onPointerDown={onFocus}>
      <td className={css({ color: 'muted' })} data-narrow>
        {page.page}
      </td>
      <td data-narrow>
        <span className={picture}>
          {page.state === 'ready' && <Thumb id={page.id} state={page.preview_state ?? undefined} />}
        </span>
      </td>
      <td data-label="Number" className={css({ minWidth: '5.5rem' })}>
        <Saved
          key={page.number}
          label={`Number of page ${page.page}`}
          value={page.number ?? ''}
          invalid={problem !== null}
          placeholder="Number"
          onSave={(number) => save({ number })}
        />
      </td>
      <td data-label="Title" className={css({ width: '40%' })}>
        <Saved
          key={page.title}
          label={`Title of page ${page.page}`}
          value={page.title ?? ''}
          onSave={(title) => save({ title: title || null })}
        />
      </td>
      <td data-label="Discipline">
        <Select
          aria-label={`Discipline of page ${page.page}`}
          options={options}
          value={page.discipline}
          onChange={(discipline) => void (discipline && save({ discipline }))}
        />
      </td>
      <td data-label="Rev" className={css({ width: '4.5rem' })}>
        <Saved
          key={page.revision}
          label={`Revision of page ${page.page}`}
          value={page.revision ?? ''}
          placeholder={outcome?.revision}
          onSave={(revision) => save({ revision: revision || null })}
        />
      </td>
      <td className={css({ textStyle: 'small', minWidth: '9rem' })}>
        <strong className={problem === null ? undefined : css({ color: 'attention' })}>
          {wordsFor(page, outcome, problem)}
        </strong>
        {problem === null && page.dated !== null && (
          <span className={css({ display: 'block', color: 'muted' })}>{formatDay(page.dated)}</span>
        )}
        <Steps compact entity={drawingRevisions} record={page} />
      </td>
    </tr>
  )
}

function wordsFor(page: DrawingRevision, outcome: ReviewedPage['outcome'], problem: string | null): string {
  if (problem !== null) return problem
  if (page.state === 'reading') return 'Reading…'
  return outcome?.supersedes ? `Supersedes rev ${outcome.supersedes}` : 'New sheet'
}

const Saved = ({
  label,
  value,
  onSave,
  invalid,
  placeholder,
}: {
  label: string
  value: string
  onSave: (value: string) => Promise<void>
  invalid?: boolean
  placeholder?: string | undefined
}) => {
  const [typed, setTyped] = useState(value)
  const leave = () => {
    if (typed.trim() === value) return
    if (!typed.trim() && invalid !== undefined) return setTyped(value)
    return void onSave(typed.trim())
  }
  return (
    <TextInput
      aria-label={label}
      value={typed}
      onChange={setTyped}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
      {...(invalid && { invalid })}
      {...(placeholder !== undefined && { placeholder })}
    />
  )
}

const row = css({
  borderTop: '1px solid {colors.line}',
  '&[aria-current]': { background: 'primary.soft' },
  '& td': { padding: '2', verticalAlign: 'middle' },
  '@media (width < 768px)': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    padding: '2',
    '& td': { display: 'block', width: 'auto', gridColumn: '1 / -1', paddingBlock: '1', paddingInline: '2' },
    '& td[data-narrow]': { gridColumn: 'auto' },
    '& td[data-label]::before': { content: 'attr(data-label)', textStyle: 'caption', color: 'muted' },
  },
})
const picture = css({ display: 'block', width: '4.5rem', height: '3rem', border: '1px solid {colors.line}' })
