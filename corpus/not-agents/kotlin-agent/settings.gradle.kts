rootProject.name = "kotlin-agent"
