import { useEffect } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { css } from '#css/css'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { sampleProject } from '#blocks/slots.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { StepBars, StepList, StepRing, stepHref } from '../parts/first-hour/step-list.tsx'
import { StepPanel } from '../parts/first-hour/step-panel.tsx'
import { useFirstHour } from '../parts/first-hour/use-first-hour.ts'

/** Where the steps end. */
const END = 'end'

/** The first hour of an empty company: its steps, one at a time (rule first-hour). */
export default function StartScreen() {
  const { settings } = useServices()
  const { company, over, steps, standings, left, failure, note, end, retry } = useFirstHour()
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('step')
  const first = standings?.find(({ state }) => state === 'open')?.id ?? END
  // The step stays while records that others make check it off.
  useEffect(() => {
    if (standings && !asked) navigate(stepHref(first), { replace: true })
  }, [standings, asked, first, navigate])
  if (over) return <Redirect to="/" replace />
  const at = steps.findIndex(({ id }) => id === asked)
  const [step, standing] = [steps[at], standings?.[at]]
  function goOn() {
    const rest = [...steps.slice(at + 1), ...steps.slice(0, at)]
    const next = rest.find(({ id }) => standings?.find((one) => one.id === id)?.state === 'open')
    navigate(stepHref(next?.id ?? END))
  }
  const done = standings?.filter(({ state }) => state === 'done').length ?? 0
  return (
    <Page
      title={
        <span className={css({ row: '4' })}>
          {standings && <StepRing done={done} of={standings.length} />}
          {`Set up ${company?.name ?? settings.value.company_name}`}
        </span>
      }
      sub="About ten minutes. Skip what you like: all of it stays in Setup."
      brief
      loading={!standings && !failure}
      actions={
        // On phones they stand beside the bars and below the step.
        <span className={css({ wrap: '2.5', mdDown: { display: 'none' } })}>
          <SlotOutlet slot={sampleProject} props={{}} />
          <LinkButton variant="ghost" href="/">
            Do this later
          </LinkButton>
        </span>
      }
    >
      {!standings && failure && <NotLoaded failure={failure} retry={retry} />}
      {standings && (
        <div className={frame}>
          <div className={css({ row: '2', display: { lg: 'none' } })}>
            <StepBars standings={standings} current={asked} />
            <LinkButton variant="ghost" href="/" className={css({ md: { display: 'none' } })}>
              Later
            </LinkButton>
          </div>
          <div className={css({ display: { base: 'none', lg: 'block' } })}>
            <StepList steps={steps} standings={standings} current={asked} />
          </div>
          {step && standing ? (
            <StepPanel
              key={step.id}
              step={step}
              standing={standing}
              place={`Step ${at + 1} of ${steps.length}`}
              before={steps[at - 1]}
              note={note}
              onNext={goOn}
            />
          ) : (
            <Card>
              <EmptyState
                icon="circle-check"
                title={left ? `${left === 1 ? '1 step is' : `${left} steps are`} left.` : 'Your company is set up.'}
                action={
                  left ? (
                    <LinkButton href="/">Go to Home</LinkButton>
                  ) : (
                    <Button onClick={() => void end()}>Go to Home</Button>
                  )
                }
              >
                All of it can be changed in Setup.
              </EmptyState>
            </Card>
          )}
          <div className={css({ md: { display: 'none' } })}>
            <SlotOutlet slot={sampleProject} props={{}} />
          </div>
          <aside className={css({ stack: '3.5', alignContent: 'start', mdDown: { display: 'none' } })}>
            <Card className={css({ stack: '2' })}>
              <h2 className={css({ textStyle: 'section' })}>Then you can</h2>
              <ul className={can}>
                <li>enter a crew’s day from a phone</li>
                <li>plan next week on the board</li>
                <li>send the first payroll file</li>
              </ul>
            </Card>
            <p className={css({ textStyle: 'note' })}>
              Coming from another system?{' '}
              <a href="/setup/import" className={css({ color: 'primary', fontWeight: 'strong' })}>
                Import
              </a>{' '}
              customers, people, projects and codes from CSV files. Every import can be undone.
            </p>
          </aside>
        </div>
      )}
    </Page>
  )
}

const frame = css({
  column: '4',
  maxWidth: '74rem',
  // Large text leaves the step its width.
  lg: { gridTemplateColumns: 'min(17rem, 28%) minmax(0, 1fr)' },
  '@media (width >= 80rem)': { gridTemplateColumns: 'min(18rem, 24%) minmax(0, 1fr) min(18rem, 22%)' },
})
const can = css({ stack: '1.5', paddingInlineStart: '4', listStyle: 'disc' })
