import type { Id } from '#core/access/access.ts'
import { wordsOf } from '#core/entity/wording.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import type { Result } from '#core/resource/result.ts'
import { useServices } from '../../services/services.tsx'
import type { ListSpec } from '../spec.ts'

/** What a module offers of a list besides, which may ask for what is shown. */
export interface MoreItem<R> extends Omit<MenuItem, 'onSelect'> {
  readonly onSelect: (shown: () => readonly R[]) => void
}

export interface MoreMenuProps<E extends Entity> {
  spec: ListSpec<E>
  count: number
  /** Those that are shown when it is asked. */
  idsOf: () => readonly Id[]
  /** Loads all records, where those that are shown may not be all; by default what is shown. */
  load?: () => Promise<Result<readonly RecordOf<E>[]>>
  items?: readonly MoreItem<RecordOf<E>>[] | undefined
}

/** What a list offers besides: what the module adds, and all that it has as a CSV file, in its order. */
export const MoreMenu = <E extends Entity>({
  spec: { entity, csv },
  count,
  idsOf,
  load,
  items = nothing,
}: MoreMenuProps<E>) => {
  const { store } = useServices()
  const shown = () => idsOf().flatMap((id) => store.of(entity).peek(id) ?? [])
  async function save({ file, columns }: NonNullable<typeof csv>) {
    const [answer, { downloadCsv }] = await Promise.all([
      load?.() ?? { ok: true as const, data: shown() },
      import('../../csv/download-csv.ts'),
    ])
    downloadCsv(file, entity, columns, answer)
  }
  const offered = [
    ...items.map((item) => ({ ...item, onSelect: () => item.onSelect(shown) })),
    ...(csv && count > 0 ? [{ label: `CSV of ${count}`, icon: 'download', onSelect: () => void save(csv) }] : []),
  ]
  if (!offered.length) return null
  return (
    <Menu
      trigger={<IconButton variant="outline" icon="ellipsis" aria-label={wordsOf(entity).more} />}
      items={offered}
    />
  )
}
const nothing: readonly never[] = []
