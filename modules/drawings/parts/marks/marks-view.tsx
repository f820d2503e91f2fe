import { useState, type ReactNode } from 'react'
import { SelectionButton } from '#blocks/batch/selection-bar.tsx'
import { useEach } from '#blocks/batch/use-each.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useResourceOf } from '#blocks/services/use-resource-of.ts'
import type { Facet } from '#blocks/work-list/facets.ts'
import type { WorkListSpec } from '#blocks/work-list/spec.ts'
import { WorkList } from '#blocks/work-list/work-list.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatDone } from '#lib/moments.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import type { Column } from '#ui/table/column.ts'
import { markups, type Markup } from '../../entities.ts'
import { markTypes } from '../../geometry.ts'
import { inWords } from '../../measuring.ts'
import { tools } from './tools.ts'

const faceOf = (type: string) => tools.find(({ tool }) => tool === type)
const kindOf = ({ type }: Markup) => faceOf(type)?.label ?? type
const measureOf = ({ measurement, unit }: Markup) =>
  measurement !== null && unit !== null ? inWords({ measurement, unit }) : null
const wordsOf = (mark: Markup) => [mark.text, measureOf(mark)].filter(Boolean).join(' · ')

const columns: readonly Column<Markup>[] = [
  {
    key: 'type',
    header: 'Kind',
    cell: (mark) => (
      <span className={kind}>
        <span style={{ color: mark.color }}>
          <Icon name={faceOf(mark.type)?.icon ?? 'pencil'} size="sm" />
        </span>
        {kindOf(mark)}
        {mark.published_at === null && <Icon name="lock" size="sm" label="Yours alone" />}
      </span>
    ),
    phoneCell: ({ type, color }) => (
      <span style={{ color }}>
        <Icon name={faceOf(type)?.icon ?? 'pencil'} size="sm" />
      </span>
    ),
    sortable: true,
    width: '9rem',
    phone: 'start',
  },
  {
    key: 'text',
    header: 'Text',
    cell: (mark) => <b>{wordsOf(mark) || kindOf(mark)}</b>,
    sortable: true,
    width: 'minmax(12rem, 2fr)',
    phone: 'title',
  },
  {
    key: 'sheet_number',
    header: 'Sheet',
    cell: ({ sheet_number, revision }) => (revision === null ? sheet_number : `${sheet_number} rev ${revision}`),
    sortable: true,
    width: '9rem',
    phone: 'sub',
  },
  { key: 'user_name', header: 'Author', cell: ({ user_name }) => user_name, sortable: true, phone: 'sub' },
  {
    key: 'created_at',
    header: 'Made',
    cell: ({ created_at }) => formatDone(created_at),
    sortable: true,
    width: '8rem',
    phone: 'end',
  },
]

const kinds: Facet<Markup> = {
  name: 'type',
  label: 'Kind',
  of: (mark) => ({ value: mark.type, label: kindOf(mark), rank: markTypes.indexOf(mark.type) }),
  none: '',
}
const sheets: Facet<Markup> = {
  name: 'drawing_sheet_id',
  label: 'Sheet',
  of: ({ drawing_sheet_id, sheet_number }) => ({ value: String(drawing_sheet_id), label: sheet_number }),
  none: '',
}
const authors: Facet<Markup> = {
  name: 'user_id',
  label: 'Author',
  of: ({ user_id, user_name }) => ({ value: String(user_id), label: user_name }),
  none: '',
}

const spec: WorkListSpec<typeof markups> = {
  entity: markups,
  columns,
  views: [
    { key: 'all', label: 'All', fits: () => true },
    {
      key: 'mine',
      label: 'Mine',
      fits: ({ user_id }, { me }) => user_id === me,
      empty: 'You have drawn nothing here.',
    },
    {
      key: 'own',
      label: 'Not published',
      fits: ({ published_at }) => published_at === null,
      empty: 'Nothing is yours alone.',
    },
  ],
  facets: [kinds, authors, sheets],
  sort: '-created_at',
  csv: {
    file: 'markups.csv',
    columns: [
      { name: 'type', header: 'Kind', write: kindOf },
      { name: 'text' },
      { name: 'measurement', write: (mark) => measureOf(mark) ?? '' },
      { name: 'sheet_number', header: 'Sheet' },
      { name: 'revision' },
      { name: 'user_name', header: 'Author' },
      { name: 'created_at', header: 'Made' },
      { name: 'published_at', header: 'Published' },
    ],
  },
}

/** What is drawn on a project's sheets, as far as the user sees it; a row opens its sheet at the markup. @useSignals */
export const MarksView = ({ project_id, lead, active }: { project_id: Id; lead: ReactNode; active: boolean }) => {
  const query = useQuery(markups, { across: true, filters: { project_id } })
  return (
    <WorkList
      spec={spec}
      query={query}
      place={`markups.${project_id}`}
      selectable={active}
      lead={lead}
      batch={(records, onLeft) => <Removal records={records} onLeft={onLeft} />}
      empty="What is drawn on the sheets stands here."
    />
  )
}

interface RemovalProps {
  readonly records: () => readonly Markup[]
  readonly onLeft: (left: readonly Markup[]) => void
}

/** Deletes the ticked ones, of which one may be somebody else's: the message names what stays, and why. @useSignals */
const Removal = ({ records, onLeft }: RemovalProps) => {
  const resourceOf = useResourceOf(markups)
  const [asking, setAsking] = useState(false)
  const { noun, plural, title } = markups.display
  const { busy, each } = useEach<Markup>({ noun: [noun, plural], nameOf: title })
  const count = records().length
  return (
    <>
      <SelectionButton icon="trash-2" onClick={() => setAsking(true)}>
        Delete
      </SelectionButton>
      <ConfirmDialog
        open={asking}
        title="Delete these markups?"
        message={`${count === 1 ? '1 markup' : `${count} markups`} will be deleted.`}
        confirm="Delete"
        danger
        loading={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          void each(records(), 'deleted', (mark) => resourceOf(mark).remove(mark.id)).then((left) => {
            setAsking(false)
            onLeft(left)
          })
        }
      />
    </>
  )
}

const kind = css({ inlineRow: '2', verticalAlign: 'middle' })
