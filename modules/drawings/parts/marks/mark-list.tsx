import { useRef } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { css } from '#css/css'
import { formatDone } from '#lib/moments.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Select } from '#ui/select/select.tsx'
import type { DrawingRevision, Markup } from '../../entities.ts'
import { markTypes } from '../../geometry.ts'
import { inWords, totalsOf } from '../../measuring.ts'
import { rowText } from '../pins/pin-face.tsx'
import { listRow, listSub, nothingListed } from '../desk/side-list.ts'
import { tools } from './tools.ts'
import type { Desk } from '../desk/use-desk.ts'

const ROW = 60
const faceOf = (type: string) => tools.find(({ tool }) => tool === type)
const periods = [
  { value: 1, label: 'Today' },
  { value: 7, label: 'Last 7 days' },
  { value: 30, label: 'Last 30 days' },
]

/** The marks of a sheet: which of them are shown, what the measurements come to, and each by itself. */
export const MarkList = ({ desk }: { desk: Desk }) => {
  const { marks, listed, shown, chosen, showMark } = desk
  const frame = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: listed.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 10,
    getItemKey: (at) => listed[at]?.id ?? at,
  })
  return (
    <div className={css({ display: 'flex', flexDirection: 'column', flex: '1', minHeight: '0' })}>
      {marks.length > 0 && <Filters desk={desk} />}
      <Totals marks={listed} />
      {!listed.length && (
        <p className={nothingListed}>{marks.length ? 'No markup is like that.' : 'No markups yet.'}</p>
      )}
      <div ref={frame} className={css({ flex: '1', overflow: 'auto' })}>
        <ul className={css({ position: 'relative' })} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ key, index, start }) => {
            const mark = listed[index]
            if (!mark) return null
            return (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className={css({ position: 'absolute', insetInline: '0' })}
                style={{ top: start }}
              >
                <button
                  type="button"
                  className={listRow}
                  aria-current={mark.id === chosen ? 'true' : undefined}
                  onClick={() => showMark(mark)}
                >
                  <MarkFace mark={mark} shown={shown} />
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}

const MarkFace = ({ mark, shown }: { mark: Markup; shown: DrawingRevision }) => {
  const { type, color, text, user_name, created_at, revision_id, revision, published_at, measurement, unit } = mark
  const face = faceOf(type)
  const value = measurement !== null && unit !== null ? inWords({ measurement, unit }) : null
  return (
    <>
      <span className={tile} style={{ color }}>
        <Icon name={face?.icon ?? 'pencil'} size="sm" />
      </span>
      <span className={rowText}>
        <strong className={css({ display: 'block', truncate: true })}>
          {[text ?? (value === null ? (face?.label ?? type) : null), value].filter(Boolean).join(' · ')}
        </strong>
        <span className={listSub}>
          {user_name} · {formatDone(Date.parse(created_at))}
          {revision_id !== shown.id && revision !== null && ` · from rev ${revision}`}
        </span>
      </span>
      {published_at === null && <Icon name="lock" size="sm" label="Yours alone" />}
    </>
  )
}

const Filters = ({ desk: { marks, filter, setFilter } }: { desk: Desk }) => {
  const authors = new Map(marks.map(({ user_id, user_name }) => [user_id, user_name]))
  const types = new Set(marks.map(({ type }) => type))
  return (
    <div className={filters} role="group" aria-label="Which markups are shown">
      <Select
        aria-label="Whose markups are shown"
        placeholder="Everyone"
        clearable
        value={filter.author}
        onChange={(author) => setFilter({ ...filter, author })}
        options={[...authors].map(([value, label]) => ({ value, label }))}
      />
      <Select
        aria-label="Kind of markup"
        placeholder="All kinds"
        clearable
        value={filter.type}
        onChange={(type) => setFilter({ ...filter, type })}
        options={markTypes
          .filter((type) => types.has(type))
          .map((type) => ({ value: type, label: faceOf(type)?.label ?? type }))}
      />
      <Select
        aria-label="When they were made"
        placeholder="Any day"
        clearable
        value={filter.days}
        onChange={(days) => setFilter({ ...filter, days })}
        options={periods}
      />
    </div>
  )
}

/** What the listed measurements come to, by label. */
const Totals = ({ marks }: { marks: readonly Markup[] }) => {
  const totals = totalsOf(marks)
  if (!totals.length) return null
  return (
    <table className={table} aria-label="Totals">
      <tbody>
        {totals.map((total) => (
          <tr key={`${total.label} ${total.unit}`}>
            <th scope="row">{total.label || 'Without a label'}</th>
            <td>{inWords(total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const tile = css({ center: true, boxSize: '7', flex: 'none' })
const filters = css({
  stack: '2',
  gridTemplateColumns: '1fr 1fr',
  paddingInline: '3',
  paddingBottom: '3',
  '& > :first-child': { gridColumn: '1 / -1' },
})
const table = css({
  display: 'block',
  flex: 'none',
  maxHeight: '10rem',
  overflow: 'auto',
  paddingInline: '3.5',
  paddingBlock: '2',
  background: 'soft',
  textStyle: 'small',
  '& tbody': { display: 'table', width: 'full' },
  '& th': { textAlign: 'start', fontWeight: 'normal', paddingBlock: '0.5', overflowWrap: 'anywhere' },
  '& td': { textAlign: 'end', fontWeight: 'strong', whiteSpace: 'nowrap', verticalAlign: 'top' },
})
