import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import type { Aligning } from './use-aligning.ts'
import type { Area } from './changes.ts'

/** What changed between two sheets, by numbers, and how they are aligned. */
export const ComparePanel = ({
  names,
  areas,
  onFind,
  onArea,
  aligning,
  isAligned,
}: {
  names: { before: string; after: string }
  /** Null until somebody asks for them. */
  areas: readonly Area[] | null
  /** Null while the sheets are not loaded. */
  onFind: (() => void) | null
  onArea: (area: Area) => void
  /** For those who may align sheets. */
  aligning: Aligning | null
  isAligned: boolean
}) => (
  <aside className={panel} aria-label="What changed">
    <h2 className={css({ textStyle: 'section' })}>What changed</h2>
    <p className={css({ display: 'flex', flexWrap: 'wrap', gap: '1.5' })}>
      <Tag tone="attention">Only in {names.before}</Tag>
      <Tag tone="primary">Only in {names.after}</Tag>
      <Tag>In both</Tag>
    </p>
    {areas === null && (
      <Button variant="outline" disabled={!onFind} onClick={() => onFind?.()}>
        Find changed areas
      </Button>
    )}
    {areas?.length === 0 && <p className={css({ color: 'muted' })}>Nothing has changed.</p>}
    <ol className={list}>
      {areas?.map((area, at) => (
        <li key={at}>
          <Button variant="ghost" onClick={() => onArea(area)}>
            Area {at + 1}
          </Button>
        </li>
      ))}
    </ol>
    {aligning && (
      <div className={css({ display: 'grid', gap: '2' })}>
        {aligning.step ? (
          <>
            <p role="status">
              Touch place {aligning.step.nth} on {names[aligning.step.on]}.
            </p>
            <Button variant="outline" onClick={aligning.cancel}>
              Cancel
            </Button>
          </>
        ) : (
          <Button variant="outline" onClick={aligning.start}>
            {isAligned ? 'Align again' : 'Align by two places'}
          </Button>
        )}
        {isAligned && !aligning.step && (
          <Button variant="ghost" onClick={aligning.clear}>
            Remove the alignment
          </Button>
        )}
      </div>
    )}
    <p className={blink}>Hold Space to blink between both.</p>
  </aside>
)

const panel = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  padding: '3.5',
  background: 'card',
  overflow: 'auto',
  flex: 'none',
  lg: { width: '16rem', borderLeft: '1px solid {colors.line}' },
  lgDown: { maxHeight: '35%', borderTop: '1px solid {colors.line}' },
})
const list = css({ display: 'flex', flexWrap: 'wrap', gap: '1', lg: { flexDirection: 'column' } })
const blink = css({
  display: { base: 'none', lg: 'block' },
  marginTop: 'auto',
  textStyle: 'small',
  color: 'muted',
})
