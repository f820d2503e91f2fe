import type { Sample } from '#server/define-server.ts'
import { customers } from '../entities.ts'

const names = [
  'Kennewick School District',
  'Port of Kennewick',
  'City of Pasco',
  'Badger Mountain Builders',
  'Mission Integration',
  'Osprey Development',
  'Meadow Springs CC',
  'Benton County FPD 1',
  'Apex General Contractors',
  'Yakima Valley Hospital',
  'Columbia Basin College',
  'Tri-City Water District',
  'Richland Schools',
  'Horse Heaven Cellars',
  'Lamb Creek Foods',
  'Desert Hills Dental',
  'Sagebrush Apartments',
  'Vista Field Partners',
  'Rattlesnake Ridge Wind',
  'Umatilla Electric Co-op',
  'Hermiston Cold Storage',
  'Walla Walla County',
  'Blue Mountain Surgical',
  'Canyon Crest Homes',
  'Finley Fertilizer',
  'Grandview Library Trust',
  'Hanford Site Services',
  'Island View Marina',
  'Juniper Dunes Solar',
  'Kestrel Logistics',
  'Lakeside Retirement',
  'McNary Lock Authority',
  'Northwest Grain Terminal',
  'Orchard Park HOA',
  'Prosser Pharmacy',
  'Queensgate Retail Group',
  'Red Mountain Winery',
  'Sunnyside Fairgrounds',
  'Touchet Valley Dairy',
  'West Richland Fire',
]

export const sample: Sample = {
  async seed({ save }, { pick }) {
    for (const name of names) {
      const host = name.toLowerCase().replace(/[^a-z]+/g, '')
      await save(customers, {
        name,
        email: `office@${host}.example`,
        phone_number: `1509555${String(1000 + pick(9000))}`,
      })
    }
  },
}
