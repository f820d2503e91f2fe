/** What a list of documents is sorted by: a field, and what its column is called. */
export const heads = [
  ['name', 'Name'],
  ['user_name', 'Author'],
  ['updated_at', 'Changed'],
  ['size', 'Size'],
] as const
