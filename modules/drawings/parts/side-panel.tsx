import { useState } from 'react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatDay } from '#lib/days.ts'
import { formatDone } from '#lib/moments.ts'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import type { DrawingRevision, Markup } from '../entities.ts'
import { PinDot, rowText } from './pin-face.tsx'
import { tools } from './tools.ts'
import type { Pin } from './use-pins.ts'

type Part = 'pins' | 'marks' | 'revisions'

export interface SidePanelProps {
  /** Shown over the sheet where there is no room beside it. */
  readonly isOpen: boolean
  readonly pins: readonly Pin[]
  readonly marks: readonly Markup[]
  readonly revisions: readonly DrawingRevision[]
  readonly shown: DrawingRevision
  readonly own: number
  readonly chosenPin: string | null
  readonly chosenMark: Id | null
  /** Whose marks are shown; null for everyone's. */
  readonly author: Id | null
  readonly onAuthor: (id: Id | null) => void
  readonly onPin: (pin: Pin) => void
  readonly onMark: (mark: Markup) => void
  readonly onRevision: (id: Id) => void
}

/** What is on a sheet, as lists that also serve the keyboard and screen readers. */
export const SidePanel = (props: SidePanelProps) => {
  const { pins, marks, revisions, own } = props
  const [part, setPart] = useState<Part>('pins')
  return (
    <aside className={panel} data-open={props.isOpen ? '' : undefined} aria-label="On this sheet">
      <div className={css({ padding: '3' })}>
        <Segmented<Part>
          full
          aria-label="What is listed"
          value={part}
          onChange={setPart}
          options={[
            { value: 'pins', label: `Pins ${pins.length}` },
            { value: 'marks', label: `Markups ${marks.length}` },
            { value: 'revisions', label: 'Revisions' },
          ]}
        />
      </div>
      <div className={css({ flex: '1', overflow: 'auto' })}>
        {part === 'pins' && <PinList {...props} />}
        {part === 'marks' && <MarkList {...props} />}
        {part === 'revisions' && (
          <ul>
            {revisions.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  className={row}
                  aria-current={one.id === props.shown.id ? 'true' : undefined}
                  onClick={() => props.onRevision(one.id)}
                >
                  <span className={rowText}>
                    <strong>Rev {one.revision}</strong>
                    {one.dated !== null && <span className={sub}>{formatDay(one.dated)}</span>}
                  </span>
                  {one.superseded_by === null ? <Tag tone="done">Current</Tag> : <Tag>Superseded</Tag>}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {own > 0 && (
        <p className={foot}>
          <Icon name="lock" size="sm" />
          {own === 1 ? '1 markup is yours alone' : `${own} markups are yours alone`} until you publish{' '}
          {own === 1 ? 'it' : 'them'}.
        </p>
      )}
    </aside>
  )
}

const PinList = ({ pins, chosenPin, onPin }: SidePanelProps) =>
  pins.length ? (
    <ul>
      {pins.map((pin) => (
        <li key={pin.key}>
          <button
            type="button"
            className={row}
            aria-current={pin.key === chosenPin ? 'true' : undefined}
            onClick={() => onPin(pin)}
          >
            <PinDot tone={pin.face.tone} icon={pin.face.icon} />
            <span className={rowText}>
              <strong className={css({ display: 'block', truncate: true })}>{pin.title}</strong>
              <span className={sub}>{pin.face.state}</span>
            </span>
          </button>
          {pin.key === chosenPin && pin.href !== null && (
            <a
              className={css({ display: 'block', paddingInline: '3.5', paddingBottom: '2', color: 'primary' })}
              href={pin.href}
            >
              Open {pin.kind.label}
            </a>
          )}
        </li>
      ))}
    </ul>
  ) : (
    <p className={empty}>Nothing is pinned here yet.</p>
  )

const MarkList = ({ marks, chosenMark, onMark, author, onAuthor, shown }: SidePanelProps) => {
  const authors = new Map(marks.map(({ user_id, user_name }) => [user_id, user_name]))
  const listed = marks.filter(({ user_id }) => author === null || user_id === author)
  const nameOf = (type: string) => tools.find(({ tool }) => tool === type)
  return (
    <>
      {authors.size > 1 && (
        <div className={css({ paddingInline: '3', paddingBottom: '2' })}>
          <Select
            aria-label="Whose markups are shown"
            placeholder="Everyone"
            clearable
            value={author}
            onChange={onAuthor}
            options={[...authors].map(([value, label]) => ({ value, label }))}
          />
        </div>
      )}
      {!listed.length && <p className={empty}>No markups yet.</p>}
      <ul>
        {listed.map((mark) => (
          <li key={mark.id}>
            <button
              type="button"
              className={row}
              aria-current={mark.id === chosenMark ? 'true' : undefined}
              onClick={() => onMark(mark)}
            >
              <span className={tile} style={{ color: mark.color }}>
                <Icon name={nameOf(mark.type)?.icon ?? 'pencil'} size="sm" />
              </span>
              <span className={rowText}>
                <strong className={css({ display: 'block', truncate: true })}>
                  {mark.text ?? nameOf(mark.type)?.label ?? mark.type}
                </strong>
                <span className={sub}>
                  {mark.user_name} · {formatDone(Date.parse(mark.created_at))}
                  {mark.revision_id !== shown.id && mark.revision !== null && ` · from rev ${mark.revision}`}
                </span>
              </span>
              {mark.published_at === null && <Icon name="lock" size="sm" label="Yours alone" />}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The actions on the chosen mark, above the sheet. */
export const MarkActions = ({
  mark,
  mayDelete,
  onDelete,
  onCopy,
  onPublish,
}: {
  mark: Markup
  mayDelete: boolean
  onDelete: () => void
  onCopy: () => void
  onPublish: (() => void) | null
}) => (
  <div className={actions} data-sheet-control role="group" aria-label={`Actions on ${mark.text ?? mark.type}`}>
    <span className={css({ paddingInline: '2' })}>{mark.user_name}</span>
    {onPublish && (
      <Button size="sm" variant="outline" onClick={onPublish}>
        Publish
      </Button>
    )}
    <Button size="sm" variant="ghost" onClick={onCopy}>
      Copy
    </Button>
    {mayDelete && (
      <Button size="sm" variant="ghost" onClick={onDelete}>
        Delete
      </Button>
    )}
  </div>
)

const panel = css({
  display: { base: 'none', lg: 'flex' },
  flexDirection: 'column',
  width: '20rem',
  flex: 'none',
  background: 'card',
  borderLeft: '1px solid {colors.line}',
  '&[data-open]': {
    display: 'flex',
    lgDown: {
      position: 'absolute',
      top: '14',
      bottom: '0',
      right: '0',
      zIndex: 'bar',
      maxWidth: 'full',
      boxShadow: 'floating',
    },
  },
})
const row = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  width: 'full',
  minHeight: '14',
  paddingInline: '3.5',
  paddingBlock: '2',
  borderTop: '1px solid {colors.line}',
  '&[aria-current]': { background: 'primary.soft' },
  _hover: { background: 'soft' },
})
const sub = css({ display: 'block', textStyle: 'small', color: 'muted' })
const empty = css({ padding: '3.5', color: 'muted', textStyle: 'small' })
const tile = css({ display: 'grid', placeItems: 'center', width: '7', height: '7', flex: 'none' })
const foot = css({
  display: 'flex',
  gap: '2',
  padding: '3.5',
  textStyle: 'small',
  color: 'muted',
  borderTop: '1px solid {colors.line}',
})
const actions = css({
  position: 'absolute',
  top: '3.5',
  left: '50%',
  translate: '-50% 0',
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  padding: '1',
  background: 'card',
  borderRadius: 'lg',
  boxShadow: 'floating',
  textStyle: 'small',
  zIndex: 'sticky',
})
