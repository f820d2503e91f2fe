import { useState } from 'react'
import { css } from '#css/css'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import { lazyComponent } from '#blocks/slot-outlet/lazy-component.ts'
import { useServices } from '#blocks/services/services.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { daySteps, type DayStep } from '../../../projects/index.ts'

/** What is done on a day on a job, as modules say it. @useSignals */
export const Steps = ({
  job,
  step,
}: {
  /** The job's page. */
  job: string
  /** Which of the day's actions stands out. */
  step: 'go' | DayStep['when'] | null
}) => {
  const { registry, session } = useServices()
  const [opened, setOpened] = useState<DayStep['open'] | null>(null)
  const steps = registry.filled(daySteps, session.user.value)
  const Dialog = typeof opened === 'object' && opened ? lazyComponent(opened.dialog) : null
  if (!steps.length) return null
  return (
    <div className={row}>
      {steps.map(({ label, icon, when, open }) => {
        const look = { className: button, 'data-solid': (when && when === step) || undefined }
        const content = (
          <>
            <Icon name={icon} /> {label}
          </>
        )
        return typeof open === 'function' ? (
          <a key={label} {...look} href={open(job)}>
            {content}
          </a>
        ) : (
          <button key={label} {...look} type="button" onClick={() => setOpened(open)}>
            {content}
          </button>
        )
      })}
      {Dialog && (
        <Optional>
          <Dialog path={job} onClose={() => setOpened(null)} />
        </Optional>
      )}
    </div>
  )
}

// They reach the edges of their card.
const row = css({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  marginInline: '-3.5',
  borderBlock: '1px solid {colors.line}',
  '& > * + *': { borderInlineStart: '1px solid {colors.line}' },
  '&:last-child': { marginBottom: '-3.5', borderBottom: '0' },
})
const button = css({
  stack: '1',
  justifyItems: 'center',
  alignContent: 'center',
  minHeight: '16',
  paddingInline: '1',
  textAlign: 'center',
  fontSize: 'sm',
  fontWeight: 'strong',
  overflowWrap: 'anywhere',
  outlineOffset: '-3px!',
  '& svg': { color: 'primary' },
  _hover: { background: 'soft' },
  '&[data-solid]': { background: 'primary', color: 'primary.ink', '& svg': { color: 'primary.ink' } },
})
