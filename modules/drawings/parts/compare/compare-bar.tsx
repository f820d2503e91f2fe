import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatDay } from '#lib/days.ts'
import { LinkButton } from '#ui/button/button.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import type { DrawingRevision, DrawingSheet } from '../../entities.ts'
import { sheetHref } from '../addresses.ts'

export type Way = 'side' | 'overlay' | 'slide'

export const revisionName = ({ revision, dated }: DrawingRevision): string =>
  `Rev ${revision}${dated === null ? '' : ` · ${formatDay(dated)}`}`
const optionOf = (one: DrawingRevision) => ({ value: one.id, label: revisionName(one) })

export interface CompareBarProps {
  readonly sheet: DrawingSheet
  readonly revisions: readonly DrawingRevision[]
  readonly after: DrawingRevision
  /** What it is compared with: an earlier revision, or another sheet. */
  readonly other: DrawingSheet
  readonly others: readonly DrawingRevision[]
  readonly before: DrawingRevision
  readonly sheets: readonly DrawingSheet[]
  readonly way: Way
  readonly onWay: (way: Way) => void
  readonly onOther: (sheet: Id) => void
  readonly onBefore: (revision: Id) => void
  readonly onAfter: (revision: Id) => void
}

/** Which sheets and revisions are compared, and how they are shown. */
export const CompareBar = (props: CompareBarProps) => {
  const { sheet, revisions, after, other, others, before, sheets } = props
  return (
    <header className={bar}>
      <LinkButton variant="ghost" icon="x" href={sheetHref(sheet)} aria-label="Close the comparison">
        {''}
      </LinkButton>
      <h1 className={css({ textStyle: 'section' })}>{sheet.number}</h1>
      <Select
        aria-label="Revision"
        value={after.id}
        options={revisions.map(optionOf)}
        onChange={(id) => id && props.onAfter(id)}
      />
      <span className={css({ color: 'muted' })}>with</span>
      <div className={css({ width: '9rem' })}>
        <Select
          aria-label="Compared sheet"
          value={other.id}
          options={sheets.map(({ id, number, title }) => ({ value: id, label: `${number} ${title}` }))}
          onChange={(id) => id && props.onOther(id)}
        />
      </div>
      <Select
        aria-label="Compared revision"
        value={before.id}
        options={others.map(optionOf)}
        onChange={(id) => id && props.onBefore(id)}
      />
      <span className={css({ flex: '1' })} />
      <Segmented<Way>
        aria-label="How they are shown"
        value={props.way}
        onChange={props.onWay}
        options={[
          { value: 'side', label: 'Side by side' },
          { value: 'overlay', label: 'Overlay' },
          { value: 'slide', label: 'Slide' },
        ]}
      />
      <LinkButton variant="solid" href={`${sheetHref(sheet)}?revision=${after.id}`}>
        Open rev {after.revision}
      </LinkButton>
    </header>
  )
}

const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2.5',
  minHeight: '14',
  paddingInline: '3.5',
  paddingBlock: '1.5',
  // With large letters it must leave something of the sheets.
  maxHeight: { base: '40%', md: 'none' },
  overflow: { base: 'auto', md: 'visible' },
  flex: 'none',
  background: 'card',
  borderBottom: '1px solid {colors.line}',
})
