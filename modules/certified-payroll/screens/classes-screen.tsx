import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { tradeClasses, type TradeClass } from '../entities.ts'

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
      form={({ record, onClose }) => (
        <EntityDialog
          entity={tradeClasses}
          wide
          fields={['name', 'class_rates', 'class_periods']}
          {...{ record, onClose }}
        />
      )}
    />
  )
}
