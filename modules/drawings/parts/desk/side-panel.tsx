import { useState } from 'react'
import { css } from '#css/css'
import { formatDay } from '#lib/days.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { MarkList } from '../marks/mark-list.tsx'
import { PinDot, rowText } from '../pins/pin-face.tsx'
import { listRow, listSub, nothingListed } from './side-list.ts'
import type { Desk } from './use-desk.ts'

type Part = 'pins' | 'marks' | 'revisions'

/** What is on a sheet, as lists that also serve the keyboard and screen readers. */
export const SidePanel = ({ desk }: { desk: Desk }) => {
  const { pins, marks, revisions, shown, own } = desk
  const [part, setPart] = useState<Part>('pins')
  return (
    <aside className={panel} data-open={desk.listing ? '' : undefined} aria-label="On this sheet">
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
      {part === 'marks' && <MarkList desk={desk} />}
      <div className={css({ flex: part === 'marks' ? 'none' : '1', overflow: 'auto' })}>
        {part === 'pins' && <PinList desk={desk} />}
        {part === 'revisions' && (
          <ul>
            {revisions.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  className={listRow}
                  aria-current={one.id === shown.id ? 'true' : undefined}
                  onClick={() => desk.onRevision(one.id)}
                >
                  <span className={rowText}>
                    <strong>Rev {one.revision}</strong>
                    {one.dated !== null && <span className={listSub}>{formatDay(one.dated)}</span>}
                  </span>
                  {one.superseded_by === null ? <Tag tone="done">Current</Tag> : <Tag>Superseded</Tag>}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {own.length > 0 && (
        <p className={foot}>
          <Icon name="lock" size="sm" />
          {own.length === 1 ? '1 markup is yours alone' : `${own.length} markups are yours alone`} until you publish{' '}
          {own.length === 1 ? 'it' : 'them'}.
        </p>
      )}
    </aside>
  )
}

const PinList = ({ desk: { pins, chosenPin, showPin } }: { desk: Desk }) =>
  pins.length ? (
    <ul>
      {pins.map((pin) => (
        <li key={pin.key}>
          <button
            type="button"
            className={listRow}
            aria-current={pin.key === chosenPin ? 'true' : undefined}
            onClick={() => showPin(pin)}
          >
            <PinDot tone={pin.face.tone} icon={pin.face.icon} />
            <span className={rowText}>
              <strong className={css({ display: 'block', truncate: true })}>{pin.title}</strong>
              <span className={listSub}>{pin.face.state}</span>
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
    <p className={nothingListed}>Nothing is pinned here yet.</p>
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
const foot = css({ display: 'flex', gap: '2', padding: '3.5', textStyle: 'note', borderTop: '1px solid {colors.line}' })
