import { useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { signal, type ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '#blocks/query/use-signals.ts'
import { css } from '#css/css'
import { cellText, shownColumns } from '#core/report/cells.ts'
import type { Cell, CellKind, Report, ReportAnswer, ReportRow } from '#core/report/report.ts'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'

interface Numbered {
  readonly key: string
  readonly row: ReportRow
}

const before = (a: Cell, b: Cell) =>
  a === b
    ? 0
    : a === null
      ? 1
      : b === null
        ? -1
        : typeof a === 'number' && typeof b === 'number'
          ? a - b
          : a < b
            ? -1
            : 1

/** A row's key, which is the same in the next answer: its texts and ids. */
const keyOf = ({ columns }: Report, row: ReportRow) =>
  Object.entries(row)
    .flatMap(([key, value]) => (['text', 'date', 'id'].includes(columns[key]?.kind ?? '') ? [value] : []))
    .join(' ')
const rowKey = ({ key }: Numbered) => key

/** A report's rows, whose cells lead to the records behind them. */
export const ReportTable = ({ report, answer }: { report: Report; answer: ReportAnswer }) => {
  const [sort, setSort] = useState<{ key: string; direction: 'asc' | 'desc' } | null>(null)
  const rows = useMemo(() => {
    const all = answer.rows.map((row) => ({ key: keyOf(report, row), row }))
    if (!sort) return all
    const sign = sort.direction === 'asc' ? 1 : -1
    return all.toSorted((a, b) => sign * before(a.row[sort.key] ?? null, b.row[sort.key] ?? null))
  }, [answer, report, sort])
  const { columns: shown, from, to } = answer
  const [totals] = useState(() => signal(answer.totals))
  useLayoutEffect(() => {
    totals.value = answer.totals
  }, [totals, answer.totals])
  // Of another answer only the cells that differ render.
  const columns = useMemo(
    () => columnsOf(report, { columns: shown, from, to }, totals),
    [report, shown, from, to, totals],
  )
  const items = useSignals(rows, rowKey)
  const onSort = useCallback((key: string, direction: 'asc' | 'desc') => setSort({ key, direction }), [])
  return (
    <Table
      aria-label={report.title}
      density="compact"
      rows={items}
      columns={columns}
      rowKey={rowKey}
      onSort={onSort}
      {...(sort && { sort: sort.key, direction: sort.direction })}
    />
  )
}

/** @useSignals */
const Foot = ({ of, name, kind }: { of: ReadonlySignal<ReportRow>; name: string; kind: CellKind }) => (
  <>{name in of.value ? cellText(of.value[name], kind) : ''}</>
)

function columnsOf(
  report: Report,
  answer: Pick<ReportAnswer, 'columns' | 'from' | 'to'>,
  totals: ReadonlySignal<ReportRow>,
): Column<Numbered>[] {
  const columns = shownColumns(report, answer)
  const figure = columns.find(({ kind }) => kind !== 'text' && kind !== 'date')?.key
  const title = (columns.findLast(({ kind }, at) => kind === 'text' && at < 2) ?? columns[0])?.key
  return columns.map(({ key, label, kind, href }): Column<Numbered> => {
    const textOf = (row: ReportRow) => cellText(row[key], kind)
    const cell = ({ row }: Numbered) => {
      const to = row[key] === null ? null : href?.(row, answer)
      return to ? (
        <a className={link} href={to}>
          {textOf(row)}
        </a>
      ) : (
        textOf(row)
      )
    }
    const isText = kind === 'text' || kind === 'date'
    return {
      key,
      header: label,
      cell,
      phoneCell: (one) =>
        key === title ? (
          cell(one)
        ) : (
          <>
            {isText ? '' : `${label} `}
            {cell(one)}
          </>
        ),
      sortable: true,
      ...(kind === 'text'
        ? { width: key === title ? '2fr' : '1fr' }
        : kind === 'date'
          ? {}
          : { align: 'end' as const }),
      phone: key === title ? 'title' : key === figure ? 'end' : 'sub',
      foot: () => (key === title ? 'Total' : <Foot of={totals} name={key} kind={kind} />),
    }
  })
}

const link = css({ _hover: { textDecoration: 'underline' }, '&:not(:hover)': { textDecoration: 'none' } })
