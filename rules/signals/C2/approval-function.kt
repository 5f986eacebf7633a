interface Asks {
    suspend fun requestApproval(action: String): Boolean // expect: approval-function
    suspend fun requestShelf(action: String): Boolean // ok: approval-function
}
