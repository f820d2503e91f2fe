import { area } from '../access/access.ts'
import { defineEntity, type RecordOf } from '../entity/entity.ts'
import { embed, lines, longText, number, ref, text } from '../entity/fields.ts'

/** A small example domain for core's own tests: gardens have beds, beds have plants. */
export const gardens = defineEntity('garden', {
  endpoint: 'api/gardens',
  area: area('gardens', {}),
  sort: 'name',
  fields: {
    name: text(),
    size: number().default(0),
    notes: longText().optional().sent('alone'),
    tags: lines({ label: text() }),
  },
  computed: { bed_ids: embed('bed').sent('alone'), visits: number().default(0) },
  actions: ['water'],
  queries: ['next_name'],
})
export const beds = defineEntity('bed', {
  endpoint: 'api/gardens/{garden_id}/beds',
  root: 'api/beds',
  area: 'gardens',
  sort: '-row',
  fields: { garden_id: ref('garden'), row: number() },
  queries: ['dry'],
})
export const plants = defineEntity('plant', {
  endpoint: 'api/beds/{bed_id}/plants',
  area: 'gardens',
  sort: 'name',
  fields: { bed_id: ref('bed'), name: text() },
})
export type Garden = RecordOf<typeof gardens>
export type Bed = RecordOf<typeof beds>
export type Plant = RecordOf<typeof plants>

/** The timestamp this many seconds into the day on which the tests take place. */
export const at = (second: number): string => new Date(Date.UTC(2026, 2, 1, 8, 0, second)).toISOString()

const base = (id: number, second: number) => ({ id, created_at: at(0), updated_at: at(second), deleted_at: null })
export const buildGarden = (id: number, name = `Garden ${id}`, second = 1): Garden => ({
  ...base(id, second),
  name,
  size: 0,
  notes: null,
  tags: [],
  bed_ids: [],
  visits: 0,
})
export const buildBed = (id: number, garden_id: number, row = id): Bed => ({ ...base(id, 1), garden_id, row })
export const buildPlant = (id: number, bed_id: number): Plant => ({ ...base(id, 1), bed_id, name: `Plant ${id}` })
