import { useCallback, useState } from 'react'
import { css } from '#css/css'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { lazyComponent } from '#blocks/slot-outlet/lazy-component.ts'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { needsYou, type Need } from '#blocks/slots.ts'
import type { Lazy } from '#core/module/define-module.ts'
import { button } from '#ui/button/button.recipe.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Icon } from '#ui/icon/icon.tsx'

type Known = readonly Need[] | null
const ranks: readonly Need['rank'][] = ['late', 'awaited', 'soon', 'open']
/** How many are shown before the user asks for the rest. */
const MOST = 8

/** What waits for the user, from all modules, the worst first. Without anything there is only a sentence. */
export const NeedsYou = () => {
  const { registry, session } = useServices()
  const sources = registry.filled(needsYou, session.user.value)
  const [known, setKnown] = useState<ReadonlyMap<number, Known>>(new Map())
  const [isLong, setLong] = useState(false)
  const put = useCallback((at: number, needs: Known) => setKnown((last) => new Map(last).set(at, needs)), [])
  const needs = [...known.values()]
    .flatMap((some) => some ?? [])
    .toSorted((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank) || (b.overdue ?? 0) - (a.overdue ?? 0))
  const isComplete = sources.every((_, at) => (known.get(at) ?? null) !== null)
  const shown = isLong ? needs : needs.slice(0, MOST)
  // The job with the worst of them comes first, and of the rest nothing is worse than what is shown.
  const jobs = Map.groupBy(shown, ({ job = '' }) => job)
  return (
    <>
      {sources.map((load, at) => (
        <Source key={at} at={at} load={load} put={put} />
      ))}
      {needs.length > 0 && (
        <section aria-labelledby="needs-you" className={section}>
          <div className={head}>
            <h2 id="needs-you" className={css({ textStyle: 'section' })}>
              Needs you <span className={count}>{needs.length}</span>
            </h2>
            <span className={order}>Most urgent first</span>
          </div>
          <Card flush>
            {[...jobs].map(([job, own]) => (
              <section key={job} aria-label={job || undefined} className={line}>
                {job && <h3 className={heading}>{job}</h3>}
                <ul>
                  {own.map((need) => (
                    <li key={`${need.href} ${need.key}`} className={line}>
                      <Row need={need} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </Card>
          {shown.length < needs.length && (
            <Button variant="ghost" onClick={() => setLong(true)}>
              Show {needs.length - shown.length} more
            </Button>
          )}
        </section>
      )}
      {needs.length === 0 && isComplete && sources.length > 0 && <p className={nothing}>Nothing needs you now.</p>}
    </>
  )
}

type Put = (at: number, needs: Known) => void
const Source = ({ at, load, put }: { at: number; load: Lazy<{ put: (needs: Known) => void }>; put: Put }) => {
  const Part = lazyComponent(load)
  const putHere = useCallback((needs: Known) => put(at, needs), [at, put])
  return (
    <Optional>
      <Part put={putHere} />
    </Optional>
  )
}

/** One link, which looks like a button unless the button does something there, and what else can be done about it. */
const Row = ({ need }: { need: Need }) => {
  const { icon, title, detail, late, rank, href, label, act: main, actions = [] } = need
  const [busy, during] = useBusy()
  const isUrgent = rank === 'late' || rank === 'awaited'
  const link = (
    <a href={href} className={row}>
      <span className={mark} data-urgent={isUrgent || undefined}>
        <Icon name={icon} />
      </span>
      <span className={css({ flex: '1 1 7rem', minWidth: '0', display: 'grid' })}>
        <b className={css({ fontWeight: 'strong', overflowWrap: 'anywhere' })}>{title}</b>
        <span className={css({ textStyle: 'note', overflowWrap: 'anywhere' })}>
          {detail}
          {late && <span className={lateness}> · {late}</span>}
        </span>
      </span>
      {!main && <span className={button({ variant: 'outline', size: 'sm' })}>{label}</span>}
    </a>
  )
  if (!actions.length && !main) return link
  return (
    <div className={css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', '& > a': { flex: '1 1 18rem' } })}>
      {link}
      <span className={others}>
        {main && (
          <Button variant="outline" size="sm" disabled={busy} onClick={main}>
            {label}
          </Button>
        )}
        {actions.map(({ label: says, act }) => (
          <Button key={says} variant="ghost" size="sm" disabled={busy} onClick={() => void during(act())}>
            {says}
          </Button>
        ))}
      </span>
    </div>
  )
}

const section = css({ stack: '2.5', marginTop: '4', maxWidth: { md: '60rem' } })
const head = css({ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '3' })
const count = css({ marginInlineStart: '1', fontSize: 'md', fontWeight: 'regular', color: 'muted' })
const order = css({ textStyle: 'note', display: { base: 'none', md: 'block' } })
const line = css({ '&:not(:last-child)': { borderBottom: '1px solid {colors.line}' } })
const heading = css({
  paddingBlock: '1.5',
  paddingInline: '3.5',
  background: 'soft',
  textStyle: 'small',
  fontWeight: 'strong',
})
const row = css({
  wrap: '3',
  minHeight: '3.75rem',
  paddingBlock: '2',
  paddingInline: '3.5',
  outlineOffset: '-3px!',
  _hover: { background: 'soft' },
})
const mark = css({
  center: true,
  flex: 'none',
  width: { base: '9', md: '8' },
  height: { base: '9', md: '8' },
  borderRadius: 'md',
  background: 'soft',
  color: 'muted',
  '&[data-urgent]': { background: 'attention.soft', color: 'attention' },
})
const others = css({
  row: '1',
  marginInlineStart: 'auto',
  paddingInlineEnd: '3.5',
  paddingBottom: { base: '2', md: '0' },
})
const lateness = css({ color: 'attention', fontWeight: 'strong' })
const nothing = css({ marginTop: { base: '4', md: '6' }, color: 'muted' })
