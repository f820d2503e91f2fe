/** A function of an object that never changes, found out once for each: a description is asked the same with every save. */
export function rememberEach<K extends object, V>(find: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>()
  return (of) => {
    const found = known.get(of)
    if (found !== undefined) return found
    const value = find(of)
    known.set(of, value)
    return value
  }
}
