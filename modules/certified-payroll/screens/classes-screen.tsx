import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { LineRows } from '#blocks/entity-form/line-rows.tsx'
import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { tradeClasses, type TradeClass } from '../entities.ts'

const { class_rates, class_periods } = tradeClasses.fields

interface ClassProps {
  record: TradeClass | undefined
  onClose: () => void
}
const ClassDialog = ({ record, onClose }: ClassProps) => (
  <EntityDialog
    entity={tradeClasses}
    record={record}
    wide
    fields={['name', 'class_rates', 'class_periods']}
    groups={{
      class_rates: (props) => <LineRows {...props} label="Rates" lines={class_rates.facts.lines ?? {}} />,
      class_periods: (props) => (
        <LineRows {...props} label="Apprentice periods" lines={class_periods.facts.lines ?? {}} />
      ),
    }}
    onClose={onClose}
  />
)

const note = ({ class_rates: rates, class_periods: periods }: TradeClass) =>
  [[...new Set(rates.map(({ county }) => county))].join(', '), periods.length && `${periods.length} apprentice periods`]
    .filter(Boolean)
    .join(' · ')

/** The classes of wage determinations with their rates. */
export default function ClassesScreen() {
  return (
    <SetupList
      entity={tradeClasses}
      title="Trade classes"
      note={note}
      form={({ record, onClose }) => <ClassDialog record={record} onClose={onClose} />}
    />
  )
}
