import type { ReactNode } from 'react'
import { Facts } from '#blocks/detail/facts.tsx'
import { css } from '#css/css'
import { stateName } from '#lib/address-states.ts'
import type { Premiums, PrevailingRules } from '#lib/overtime/rules.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { choiceLabel } from '#lib/choice-label.ts'
import type { OvertimeSetting } from '../entities.ts'
import type { Place } from './place.ts'
import { fourTenText, hoursText, timesText } from './labels.ts'

/** The card of rules that apply to every week. */
export const WeekCard = ({
  setting: { rules, zero_hour_per_diem },
  onEdit,
}: {
  setting: OvertimeSetting
  onEdit: () => void
}) => (
  <RulesCard
    title="Every week"
    onEdit={onEdit}
    facts={[
      { label: 'Overtime beyond', value: hoursText(rules.weekly_limit) },
      { label: 'Per diem on days without hours', value: zero_hour_per_diem ? 'Paid' : 'Not paid' },
    ]}
  />
)

/** The cards of rules for prevailing projects: one for each state and one for all others. */
export const StateCards = ({
  setting: { rules },
  onEdit,
}: {
  setting: OvertimeSetting
  onEdit: (place: Place) => void
}) => (
  <div className={cards}>
    {rules.states.map((own) => (
      <StateCard key={own.state} title={stateName(own.state)} rules={own} onEdit={() => onEdit(own.state)} />
    ))}
    <StateCard title="Other states" rules={rules.other} onEdit={() => onEdit(null)} />
  </div>
)

const StateCard = ({ title, rules, onEdit }: { title: string; rules: PrevailingRules; onEdit: () => void }) => (
  <RulesCard title={title} facts={factsOf(rules)} onEdit={onEdit}>
    <p className={small}>
      {rules.holidays.length ? `Holidays: ${rules.holidays.map(({ name }) => name).join(', ')}.` : 'No holidays.'}
    </p>
  </RulesCard>
)

const factsOf = ({ daily_limit, four_ten, most_hours, premiums, trades }: PrevailingRules) => [
  { label: 'Daily limit', value: hoursText(daily_limit) },
  { label: 'Four tens', value: fourTenText(four_ten) },
  { label: 'Most hours a day', value: most_hours === null ? 'No limit' : hoursText(most_hours) },
  { label: 'Sat, Sun, holiday', value: timesOf(premiums) },
  ...trades.map((own) => ({ label: `${choiceLabel(own.trade)}: Sat, Sun, holiday`, value: timesOf(own) })),
]
const timesOf = ({ saturday, sunday, holiday }: Premiums): string => {
  const times = [saturday, sunday, holiday].map(timesText)
  return new Set(times).size === 1 ? (times[0] ?? '') : times.join(', ')
}

const RulesCard = ({
  title,
  facts,
  onEdit,
  children,
}: {
  title: string
  facts: Parameters<typeof Facts>[0]['items']
  onEdit: () => void
  children?: ReactNode
}) => (
  <Card>
    <div className={head}>
      <h3 className={css({ textStyle: 'section' })}>{title}</h3>
      <IconButton icon="pencil" aria-label={`Edit ${title}`} onClick={onEdit} />
    </div>
    <Facts items={facts} />
    {children}
  </Card>
)

const cards = css({ stack: '3', gridTemplateColumns: 'repeat(auto-fill, minmax(min(25rem, 100%), 1fr))' })
const head = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', marginBottom: '2' })
const small = css({ marginTop: '4', textStyle: 'note' })
