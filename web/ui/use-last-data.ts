import { useState } from 'react';

/** Returns a query's data. After a failure it returns the data of the last success, also when that was of another key. */
export function useLastData<Data>(data: Data | undefined): Data | undefined {
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return data ?? last;
}
