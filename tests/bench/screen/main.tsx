import { createRoot } from 'react-dom/client'
import { createPublicServices } from '#app/create-public-services.ts'
import { createServices } from '#app/create-services.ts'
import { loadRegistry } from '#app/modules.ts'
import { ListPage } from '#blocks/list-page/list-page.tsx'
import { ServicesProvider } from '#blocks/services/services.tsx'
import { orderOf } from '#core/entity/order.ts'
import { between } from '#core/query/where.ts'
import { createStore } from '#core/store/store.ts'
import { customers, type Customer } from '#modules/customers/entities.ts'
import { columns, rowHref } from '#modules/customers/parts/columns.tsx'
import '../../../src/theme/faces.css'
import '../../../src/theme/global.css'
import { createChanges, drawn, runTasks } from './changes.ts'
import { createFloor } from './floor.ts'

const renders = { rows: 0, lists: 0 }
const counted = columns.map((column, at) =>
  at ? column : { ...column, cell: (record: Customer) => ((renders.rows += 1), column.cell(record)) },
)
const countList = () => {
  renders.lists += 1
  return null
}
const empty = { title: 'No customers yet.', text: '' }

const { services } = createServices(loadRegistry(), createPublicServices())
const collection = services.store.of(customers)
const order: (a: Customer, b: Customer) => number = orderOf(customers)
const root = createRoot(document.getElementById('root') as HTMLElement)

const rowsShown = () => [...document.querySelectorAll<HTMLAnchorElement>('[role=row] a[data-row]')]
const idsShown = () => rowsShown().map((link) => Number(link.pathname.split('/').at(-1)))
const allIds = () => collection.all.peek().map((item) => item.peek().id)
const timed = (work: () => void) => {
  const began = performance.now()
  work()
  return performance.now() - began
}
/** Fresh copies of all records, like those in server responses. */
const fresh = () => collection.all.peek().map((item) => ({ ...item.peek() }))

/** The functions that the benchmark calls in this page. */
const bench = {
  async signIn(email: string, password: string) {
    const answer = await services.session.login({ email, password })
    if (!answer.ok) throw new Error(answer.message)
  },
  /** Loads all customers into the store. */
  async fill() {
    const answer = await services.api(customers).fetchAll({ status: 'all' })
    if (!answer.ok) throw new Error(answer.message)
    return collection.all.peek().length
  },
  /** Empties the store again. */
  empty: () => services.store.clear(),
  /** Mounts the real list page, and resolves when it has this many rows. */
  async mount(rows: number) {
    root.render(
      <ServicesProvider services={services}>
        <ListPage
          entity={customers}
          title="Customers"
          columns={counted}
          rowHref={rowHref}
          tools={countList}
          empty={empty}
        />
      </ServicesProvider>,
    )
    for (let tries = 0; tries < 2000 && rowsShown().length < rows; tries++) await drawn()
    return rowsShown().length
  },
  /** Applies a live change to one row. */
  async one() {
    const change = createChanges(idsShown(), allIds())
    const before = { ...renders }
    collection.put([change(1, () => collection.peek(idsShown()[3] ?? 0))], 'remote')
    await drawn()
    return { rows: renders.rows - before.rows, lists: renders.lists - before.lists }
  },
  async update(count: number) {
    const change = createChanges(idsShown(), allIds())
    await runTasks(count, (n) => collection.put([change(n, collection.peek)], 'remote'))
  },
  /** Makes copies of the rows on screen the floor's, and unmounts the real ones. */
  becomeFloor() {
    const all = fresh()
    const copy = (document.getElementById('root') as HTMLElement).cloneNode(true) as HTMLElement
    root.unmount()
    document.body.replaceChildren(copy)
    const body = copy.querySelector<HTMLElement>('[role=rowgroup]:last-of-type')
    if (!body) throw new Error('The page has no rows to copy.')
    const floor = createFloor(all, order, body)
    Object.assign(bench, {
      async update(count: number) {
        const change = createChanges(idsShown(), allIds())
        await runTasks(count, (n) => floor.put(change(n, floor.peek)))
      },
    })
  },
  /** Milliseconds to load all customers at once, or to sort and index them by hand. */
  bulk(side: 'ours' | 'floor') {
    const records = fresh()
    const own = createStore([...services.registry.entities]).of(customers)
    if (side === 'ours') return timed(() => own.put(records))
    return timed(() => {
      const byId = new Map(records.map((one) => [one.id, one]))
      records.sort(order)
      return byId
    })
  },
  /** Milliseconds to get the sorted matches, or to filter and sort them by hand. */
  filter(side: 'ours' | 'floor') {
    const matches = ({ id }: Customer) => id >= 1000 && id <= 6000
    if (side === 'ours') return timed(() => collection.where({ id: between(1000, 6000) }).value)
    const records = fresh()
    return timed(() => records.filter(matches).sort(order))
  },
  /** Milliseconds to take in `count` records at once, and of each single change in a store with them. */
  large(count: number, changes: number) {
    const [model] = fresh()
    if (!model) throw new Error('There are no customers.')
    const many = Array.from({ length: count }, (_, at) => ({
      ...model,
      id: at + 1,
      name: `Customer ${(at * 7919) % count}`,
    }))
    const own = createStore([...services.registry.entities]).of(customers)
    const all = timed(() => own.put(many))
    const ids = many.map(({ id }) => id)
    const change = createChanges(ids.slice(0, 50), ids)
    const each = Array.from({ length: changes }, (_, n) => {
      const next = change(n, own.peek)
      return timed(() => own.put([next], 'remote'))
    })
    return { all, each }
  },
}
export type Bench = typeof bench
declare global {
  var bench: Bench
}
globalThis.bench = bench
