impl Snapshots {
    async fn undo_snapshot(&self, path: &Path) -> Result<()> { // expect: undo-path
        self.copy_back(path).await
    }

    async fn take(&self, path: &Path) -> Result<()> { // ok: undo-path
        self.copy(path).await
    }
}
