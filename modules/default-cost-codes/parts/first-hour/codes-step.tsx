import { useState } from 'react'
import { css } from '#css/css'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { offer } from '#blocks/undo/offer.ts'
import { costCodeLabel } from '#lib/cost-codes.ts'
import { Button } from '#ui/button/button.tsx'
import { defaultCostCodeCategories, defaultCostCodes } from '../../entities.ts'
import { codesIn, tradeLists, type TradeList } from '../../trade-lists.ts'

const ImportDefaultCodes = lazyDialog(
  async () => (await import('../../dialogs/import-default-codes.tsx')).ImportDefaultCodes,
)

/** The company's cost codes, as a step of the first hour: the list of a trade, or one's own. */
export default function CodesStep() {
  const categories = useQuery(defaultCostCodeCategories)
  const codes = useQuery(defaultCostCodes)
  const [importing, setImporting] = useState(false)
  const labels = useSummary(codes.items, (all) => all.map((code) => costCodeLabel(code)), [])
  const failed = [categories, codes].find(({ state }) => state.value === 'never')
  if (failed) return <NotLoaded failure={failed.failure.value} retry={failed.ask} />
  return (
    <div className={css({ column: '4' })}>
      {labels.length === 0 ? (
        <Trades />
      ) : (
        <>
          <ul className={css({ stack: '1', maxHeight: '20rem', overflowY: 'auto' })}>
            {labels.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
          <p className={css({ textStyle: 'note' })}>
            They are changed, added to and sorted in Setup, Default Cost Codes.
          </p>
        </>
      )}
      <div>
        <Button variant="outline" icon="upload" onClick={() => setImporting(true)}>
          Paste or import a list
        </Button>
      </div>
      {importing && <ImportDefaultCodes onClose={() => setImporting(false)} />}
    </div>
  )
}

/** Lists of trades to start from. */
const Trades = () => {
  const services = useServices()
  const categories = useResource(defaultCostCodeCategories)
  const codes = useResource(defaultCostCodes)
  const { items } = useQuery(defaultCostCodeCategories, { ask: false })
  const [busy, during] = useBusy()
  const [chosen, setChosen] = useState<string | null>(null)
  async function take(list: TradeList) {
    // Those that are there already stay, also those of an attempt that broke off.
    const known = new Map(items.peek().map((one) => [one.peek().number, one.peek().id]))
    const missing = list.categories.filter(([number]) => !known.has(number))
    const made = await categories.saveMany(missing.map(([number, name]) => ({ number, name })))
    if (!made.ok) return toastFailure(made)
    for (const { number, id } of made.data) known.set(number, id)
    const saved = await codes.saveMany(
      list.categories.flatMap(([category, , own]) =>
        own.map(([number, name]) => ({ number, name, default_cost_code_category_id: known.get(category) ?? null })),
      ),
    )
    if (!saved.ok) return toastFailure(saved)
    offer(services, `${saved.data.length} cost codes added.`, [made, saved])
    return undefined
  }
  return (
    <ul className={grid}>
      {tradeLists.map((list) => (
        <li key={list.id} className={css({ display: 'grid' })}>
          <Button
            variant="outline"
            loading={busy && chosen === list.id}
            disabled={busy}
            onClick={() => {
              setChosen(list.id)
              void during(take(list))
            }}
          >
            {`${list.label}, ${codesIn(list)} codes`}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const grid = css({ stack: '2', gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } })
