import type { ReactNode } from 'react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { wordsOf } from '#core/entity/wording.ts'
import type { Entity } from '#core/entity/entity.ts'
import { IconButton, LinkButton } from '#ui/button/button.tsx'
import { useLocation } from 'wouter'

/** The open record beside its list, with the ones before and after it; on phones in its place. */
export const Pane = ({
  entity,
  id,
  ids,
  path,
  children,
}: {
  entity: Entity
  id: Id
  /** The list that it is one of. */
  ids: readonly Id[]
  path: string
  children: ReactNode
}) => {
  const [, navigate] = useLocation()
  const words = wordsOf(entity)
  const at = ids.indexOf(id)
  const [before, after] = [ids[at - 1], at < 0 ? undefined : ids[at + 1]]
  const go = (to: Id | undefined) => to !== undefined && navigate(`${path}/${to}`, { replace: true })
  return (
    <div className={pane}>
      <div className={head}>
        <LinkButton variant="outline" icon="arrow-left" href={path}>
          {words.plural}
        </LinkButton>
        {at >= 0 && ids.length > 1 && (
          <span className={steps}>
            {at + 1} of {ids.length}
            <IconButton
              icon="chevron-up"
              aria-label={words.previous}
              disabled={before === undefined}
              onClick={() => go(before)}
            />
            <IconButton
              icon="chevron-down"
              aria-label={words.next}
              disabled={after === undefined}
              onClick={() => go(after)}
            />
          </span>
        )}
      </div>
      {children}
    </div>
  )
}

/** The list may be long and opened far down, so the record sticks beside it. */
const pane = css({
  stack: '3',
  minWidth: '0',
  alignContent: 'start',
  '@media (min-width: 80rem)': {
    position: 'sticky',
    top: 'calc(var(--sticky-top, 0px) + {spacing.3})',
    maxHeight: 'calc(100dvh - var(--sticky-top, 0px) - {spacing.6})',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
  },
})
const head = css({ wrap: '2', justifyContent: 'space-between' })
const steps = css({ row: '1', textStyle: 'note' })
