import { useCallback, useRef, useState } from 'react'
import { css } from '#css/css'
import { lazyComponent } from '#blocks/slot-outlet/lazy-component.ts'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import type { FirstStep, FirstStepProps } from '#blocks/slots.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { stepHref } from './step-list.tsx'
import type { Standing } from './use-first-hour.ts'

interface PanelProps {
  readonly step: FirstStep
  readonly standing: Standing
  readonly place: string
  /** The step before it. */
  readonly before: FirstStep | undefined
  readonly note: (id: string, what: 'skipped' | 'done') => Promise<boolean>
  readonly onNext: () => void
}

/** One step: what it asks, and how to go on, back or past it. */
export const StepPanel = ({ step, standing, place, before, note, onNext }: PanelProps) => {
  const Body = lazyComponent(step.body)
  const save = useRef<(() => Promise<boolean>) | null>(null)
  const [saves, setSaves] = useState(false)
  const [busy, setBusy] = useState<'save' | 'skip' | null>(null)
  const onReady = useCallback<FirstStepProps['onReady']>((next) => {
    save.current = next
    setSaves(next !== null)
  }, [])
  const isDone = standing.state === 'done'
  async function take(what: 'save' | 'skip', run: () => Promise<boolean>) {
    setBusy(what)
    const went = await run()
    setBusy(null)
    if (went) onNext()
  }
  // Nothing is noted of a step whose records tell that it was done.
  const saveAndNote = async () => ((await save.current?.()) ?? true) && (!saves || isDone || note(step.id, 'done'))
  return (
    <Card flush className={css({ alignSelf: 'start', overflow: 'visible' })}>
      <section aria-labelledby="step" className={body}>
        <p className={css({ textStyle: 'label', color: 'muted' })}>{place}</p>
        <h2 id="step" className={css({ textStyle: 'title' })}>
          {step.title}
        </h2>
        <p className={css({ color: 'muted', marginBottom: '3' })}>{step.text}</p>
        <Optional fallback={<SkeletonRows />}>
          <Body onReady={onReady} />
        </Optional>
        {!isDone && <p className={said}>{`If you skip this: ${step.without}.`}</p>}
      </section>
      <div className={foot}>
        {before && (
          <LinkButton variant="outline" href={stepHref(before.id)} className={css({ mdDown: { display: 'none' } })}>
            Back
          </LinkButton>
        )}
        <span className={css({ flex: '1', mdDown: { display: 'none' } })} />
        {!isDone && (
          <Button
            variant="outline"
            loading={busy === 'skip'}
            className={thumb}
            onClick={() => void take('skip', () => note(step.id, 'skipped'))}
          >
            Skip
          </Button>
        )}
        <Button loading={busy === 'save'} className={main} onClick={() => void take('save', saveAndNote)}>
          {saves ? 'Save and go on' : 'Go on'}
        </Button>
      </div>
    </Card>
  )
}

const body = css({ column: '1', padding: { base: '3.5', sm: '6' } })
/** Within the thumb's reach on phones, above their bottom bar. */
const foot = css({
  wrap: '2.5',
  padding: { base: '3.5', sm: '4' },
  paddingInline: { sm: '6' },
  background: 'card',
  borderTop: '1px solid {colors.line}',
  borderBottomRadius: 'lg',
  position: { base: 'sticky', md: 'static' },
  bottom: '{sizes.bar.tabs}',
  zIndex: 'sticky',
})
const said = css({ textStyle: 'note', marginTop: '4' })
const thumb = css({ mdDown: { minHeight: '12' } })
const main = css({ mdDown: { minHeight: '12', flex: '1' } })
