import { useEffect } from 'react'
import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import { useFirstHour } from './use-first-hour.ts'

/** How many steps of the first hour are left, which leads there; the last one ends it (rule first-hour). */
export default function StepsLeft() {
  const { left, end } = useFirstHour()
  useEffect(() => {
    if (left === 0) void end()
    // Once, whatever else changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [left])
  if (!left) return null
  return (
    <a href="/setup/start" className={line}>
      <Icon name="list-checks" />
      <b>{left === 1 ? '1 step left' : `${left} steps left`}</b>
      <span className={css({ flex: '1', color: 'muted' })}>to your crew’s first hours</span>
      <Icon name="chevron-right" size="sm" />
    </a>
  )
}

const line = css({
  wrap: '2.5',
  minHeight: 'touch',
  marginBottom: '3.5',
  paddingInline: '3.5',
  paddingBlock: '2',
  layerStyle: 'card',
  color: 'ink',
  '& > svg:first-child': { color: 'primary' },
  _hover: { borderColor: 'primary' },
})
